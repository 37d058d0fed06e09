// Signed reports in the package: a text whose signature doesn't fit is loaded nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publisher } from "../reports/signer.mjs";
import { install, root } from "./installed.mjs";

const installed = install();
const entries = await Promise.all(
  ["index.js", "check.js"].map(async (name) => ({ name, ...(await import(installed.inPackage(name))) })),
);
const report = JSON.parse(readFileSync(join(root, "tests/reports/good/independent.json"), "utf8"));
const [bank, other] = [publisher(), publisher()];
const signed = bank.signed(report);
const changed = signed.replace(/"title": "/, '"title": "N');

const loads = async (loadReport, ...given) => {
  const loaded = await loadReport(...given);
  loaded.free();
  return loaded.signer;
};
const refused = (call, code, type = "report") => assert.rejects(call, (error) => error.type === type && error.code === code);

for (const { name, loadReport } of entries) {
  test(`${name}: who signed a text`, async () => {
    assert.notEqual(changed, signed);
    assert.equal(await loads(loadReport, signed), bank.key);
    assert.equal(await loads(loadReport, `\ufeff${signed}`), bank.key);
    assert.equal(await loads(loadReport, signed, { signedBy: bank.key }), bank.key);
    assert.equal(await loads(loadReport, JSON.stringify(report)), null);
    // The bytes that were signed are gone.
    assert.equal(await loads(loadReport, JSON.parse(signed)), null);
    assert.equal(await loads(loadReport, JSON.parse(changed)), null);
  });

  test(`${name}: no report where the signature or the key doesn't fit`, async () => {
    await refused(loadReport(changed), "signature-wrong");
    await refused(loadReport(changed, { signedBy: bank.key }), "signature-wrong");
    await refused(loadReport(JSON.stringify(JSON.parse(signed))), "signature-wrong");
    await refused(loadReport(signed, { signedBy: other.key }), "signature-missing");
    await refused(loadReport(JSON.stringify(report), { signedBy: bank.key }), "signature-missing");
    await refused(loadReport(signed, { signedBy: "" }), "signature-missing");
    await refused(loadReport(JSON.parse(signed), { signedBy: bank.key }), "wrong-type", "argument");
    await refused(loadReport(signed, { signedby: bank.key }), "unknown-key", "argument");
  });
}
