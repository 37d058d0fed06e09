// The check of the layout finds a file that is not well formatted, of either formatter.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { badlyFormatted } from "../../scripts/format.mjs";

test("a file that is not well formatted is told, whichever formatter it is for", async () => {
  const base = mkdtempSync(join(tmpdir(), "expost-format-"));
  const log = join(base, "format.log");
  const put = (name, text) => {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  };
  const check = () => badlyFormatted({ base, log });
  try {
    put(".clang-format", "BasedOnStyle: Google\n");
    put("core/a.cpp", "int a() { return 1; }\n");
    put("web/c.js", "export const c = { a: 1 };\n");
    await check();
    put("core/a.cpp", "int a(){  return 1; }\n");
    put("web/c.js", "export const c = {a: 1};\n");
    await assert.rejects(check, { message: /not formatted/ });
    const told = readFileSync(log, "utf8");
    assert.match(told, /a\.cpp/);
    assert.match(told, /c\.js/);
    put("core/a.cpp", "int a() { return 1; }\n");
    await assert.rejects(check, { message: /not formatted/ });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
