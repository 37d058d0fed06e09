// A reporter for node --test: a line of JSON for each test that failed, with its file. A suite fails by its tests, so it is none itself.
export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.details.error?.failureType !== "subtestsFailed")
      yield `${JSON.stringify({ file: data.file, name: data.name })}\n`;
  }
}
