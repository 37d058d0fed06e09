// Tasks of a page in a worker, and a part of its script that comes when a task first needs it.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Workplace } from "../../web/worker/workplace.js";

const NEEDED = { type: "table", code: "later", message: "needs more" };

/** Every worker that was made. */
let workers = [];
const before = globalThis.Worker;

/** A worker that says it runs, and answers when the test tells it to. */
class FakeWorker extends EventTarget {
  questions = [];
  ended = false;

  constructor() {
    super();
    workers.push(this);
    setTimeout(() => this.say({ ready: true }));
  }

  say(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  postMessage(question) {
    this.questions.push(question);
  }

  terminate() {
    this.ended = true;
  }

  /** Answers the first question that is a certain task. */
  answer(task, answer) {
    const at = this.questions.findIndex((question) => question.task === task);
    const [{ number }] = this.questions.splice(at, 1);
    this.say({ number, ...answer });
  }
}

beforeEach(() => {
  workers = [];
  globalThis.Worker = FakeWorker;
});
afterEach(() => {
  globalThis.Worker = before;
});

const turn = () => new Promise((done) => setTimeout(done, 5));

/** A workplace whose later part comes when the test resolves it. */
function withLater() {
  const asked = [];
  const text = () => new Promise((resolve) => asked.push(resolve));
  return { asked, workplace: new Workplace("script", {}, { code: "later", text }) };
}

test("a task that needs the later part is done again in a worker that has it; the first one ends its own tasks", async () => {
  const { asked, workplace } = withLater();
  const [reading, other, second] = ["read", "plan", "also"].map((task) => workplace.do(task, {}));
  await turn();
  const [first] = workers;
  first.answer("read", { error: NEEDED });
  first.answer("also", { error: NEEDED });
  await turn();
  assert.equal(asked.length, 1);
  asked[0]("more");
  await turn();
  assert.deepEqual([workers.length, first.ended], [2, false]);
  workers[1].answer("read", { value: 1 });
  workers[1].answer("also", { value: 2 });
  assert.deepEqual(await Promise.all([reading, second]), [1, 2]);
  assert.equal(first.ended, false);
  first.answer("plan", { value: 3 });
  assert.equal(await other, 3);
  assert.deepEqual([first.ended, workers[1].ended], [true, false]);
});

test("where the later part doesn't come, the task's error is passed on, and the next task asks again", async () => {
  const { asked, workplace } = withLater();
  for (const time of [1, 2]) {
    const reading = workplace.do("read", {});
    await turn();
    workers[0].answer("read", { error: NEEDED });
    await turn();
    assert.equal(asked.length, time);
    asked[time - 1](null);
    await assert.rejects(reading, NEEDED);
  }
  assert.deepEqual([workers.length, workers[0].ended], [1, false]);
});

test("a task is cancelled while it waits for the later part", async () => {
  const { asked, workplace } = withLater();
  const controller = new AbortController();
  const reading = workplace.do("read", {}, { signal: controller.signal });
  await turn();
  workers[0].answer("read", { error: NEEDED });
  await turn();
  controller.abort(new DOMException("cancelled", "AbortError"));
  await assert.rejects(reading, /cancelled/);
  // Later tasks have it all the same.
  asked[0]("more");
  await turn();
  const next = workplace.do("read", {});
  await turn();
  workers.at(-1).answer("read", { value: 1 });
  assert.equal(await next, 1);
  assert.equal(asked.length, 1);
});

test("a worker that has the later part and still says that it needs it is not asked for ever", async () => {
  const { asked, workplace } = withLater();
  const reading = workplace.do("read", {});
  await turn();
  workers[0].answer("read", { error: NEEDED });
  await turn();
  asked[0]("more");
  await turn();
  workers[1].answer("read", { error: NEEDED });
  await assert.rejects(reading, NEEDED);
  assert.equal(workers.length, 2);
});
