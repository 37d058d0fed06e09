// A reporter for node --test: a line of JSON for each test that ended. A suite is none itself: its
// tests are.

/** @typedef {{file: string, name: string, seconds: number, failed: boolean}} TestCase */

/**
 * An event of Node's runner, as far as it is read here.
 *
 * @typedef {object} TestEvent
 * @property {string} type
 * @property {{file: string, name: string, details: Details}} data
 */

/** @typedef {{type?: string, duration_ms: number, error?: {failureType?: string}}} Details */

/** @param {AsyncIterable<TestEvent>} events */
export default async function* testCases(events) {
  for await (const { type, data } of events) {
    if (type !== "test:fail" && type !== "test:pass") continue;
    const { details, file, name } = data;
    if (details.type === "suite" || details.error?.failureType === "subtestsFailed") continue;
    const failed = type === "test:fail";
    yield `${JSON.stringify({ file, name, seconds: details.duration_ms / 1000, failed })}\n`;
  }
}
