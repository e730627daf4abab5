import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { EVERY_SCENARIO, played, story } from "#lib/sandbox/testing/stories.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox(1_000);
});
afterAll(() => sandbox.end());

describe("Beyond the interface: Restart", () => {
  it("keys, webhooks with their secrets, verifications, people and what is yet to come survive", async () => {
    const receiver = await startReceiver();
    const { secret: _, ...webhook } = await sandbox.subscribe(receiver.url, ["verification.v2.finished"]);
    const key = (await sandbox.call("POST", "/api-keys", { body: { id: "survivor" } })).body.api_key;
    const id = await sandbox.play("finished-high-findings");
    await sandbox.play("finished", { seconds: 80_000 });
    const everything = async () => ({
      keys: (await sandbox.call("GET", "/api-keys", { key })).body,
      webhooks: (await sandbox.call("GET", "/v2/webhooks", { key })).body,
      verification: await sandbox.read(id),
      people: JSON.parse(JSON.stringify(await sandbox.people(id)).replace(/,"curp_file":"[^"]+"/g, "")),
      // The first steps of a story that has just begun are due at once.
      deliveries: { ...(await sandbox.settled()), steps_to_come: null },
      secrets: await sandbox.query("SELECT id, secret FROM sandbox.webhook ORDER BY id"),
    });
    const before = await everything();
    const file = new URL((await sandbox.people(id))[0].external_identities.curp.curp_file);
    await sandbox.stop();
    await sandbox.restart();
    expect(await everything()).toEqual(before);
    expect(before.webhooks.data).toContainEqual(webhook);
    expect((await sandbox.settled()).steps_to_come).toBeGreaterThan(20);
    // An address that was signed before is still good for its second.
    const { status } = await fetch(`${sandbox.url()}${file.pathname}${file.search}`);
    expect([200, 403]).toContain(status);
    await receiver.close();
  });

  it("a delivery goes on being retried where it was", async () => {
    const receiver = await startReceiver();
    receiver.replyWith(() => 500);
    const { id } = await sandbox.subscribe(receiver.url, ["verification.v2.created"]);
    const { failed } = await sandbox.settled();
    await sandbox.play("pending-upload", { seed: "retried over a restart" });
    await receiver.has(2);
    await sandbox.stop();
    const before = receiver.deliveries.length;
    await sandbox.restart();
    expect((await sandbox.settled()).failed).toBe(failed + 1);
    expect(before).toBeLessThan(6);
    // An attempt whose end was not recorded is made again: at least once.
    expect([6, 7]).toContain(receiver.deliveries.length);
    await sandbox.call("DELETE", `/v2/webhooks/${id}`);
    await receiver.close();
  });
});

describe("Beyond the interface: The data", () => {
  const people = () => EVERY_SCENARIO.flatMap((name) => played(name).state.people.flatMap(({ curp }) => curp ?? []));

  it("the same seed tells the same story, another seed another one", async () => {
    expect(story("finished", "a")).toEqual(story("finished", "a"));
    expect(story("finished", "a")).not.toEqual(story("finished", "b"));
    const other = await startTestSandbox(1_000);
    const ids = [await sandbox.play("finished", { seed: "told" }), await other.play("finished", { seed: "told" })];
    expect(ids[0]).toBe(ids[1]);
    const [mine, theirs] = [await sandbox.read(ids[0] ?? ""), await other.read(ids[1] ?? "")];
    expect([mine.company, mine.findings.items]).toEqual([theirs.company, theirs.findings.items]);
    await other.end();
  });

  it("every CURP is well formed, has its check digit, and agrees with the person's date of birth and gender", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
    const found = people().flatMap(({ applicant_data: data }) => data ?? []);
    expect(found.length).toBeGreaterThan(50);
    for (const { curp, birth_date: born, gender } of found) {
      expect(curp).toMatch(/^[A-Z]{4}\d{6}[HM][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-J\d]\d$/);
      const sum = [...curp.slice(0, 17)].reduce(
        (total, char, index) => total + alphabet.indexOf(char) * (18 - index),
        0,
      );
      expect([curp, curp[17]]).toEqual([curp, String((10 - (sum % 10)) % 10)]);
      expect([curp.slice(4, 10), curp[10]]).toEqual([
        born.replaceAll("-", "").slice(2),
        gender === "HOMBRE" ? "H" : "M",
      ]);
      expect(/\d/.test(curp[16] ?? "")).toBe(born < "2000");
    }
  });

  it("every company has a Mexican legal form and an RFC that agrees with its name and date and has its check digit", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";
    for (const name of EVERY_SCENARIO) {
      const { rfc, legal_name: legal, legal_form: form, incorporated_on: date } = played(name).state.company;
      expect(rfc).toMatch(/^[A-ZÑ&]{3}\d{6}[A-Z\d]{2}[\dA]$/);
      expect([rfc.slice(3, 9), rfc[0]]).toEqual([date.replaceAll("-", "").slice(2), legal[0]]);
      const sum = [...` ${rfc.slice(0, 11)}`].reduce(
        (total, char, index) => total + alphabet.indexOf(char) * (13 - index),
        0,
      );
      expect([rfc, rfc[11]]).toEqual([rfc, "0123456789A"[(11 - (sum % 11)) % 11]]);
      expect(form).toMatch(/^S\.(A|C|A\.S|A\.P\.I|\sde\sR\.L)\./);
      expect(legal.endsWith(form)).toBe(true);
    }
  });

  it("findings speak of Mexican documents: notaries, deeds, the tax status certificate, the register of commerce", () => {
    const messages = EVERY_SCENARIO.flatMap((name) =>
      ["a", "b", "c"].map((seed) => played(name, seed).state.findings?.items ?? []),
    )
      .flat()
      .map(({ message }) => message)
      .join("\n");
    for (const word of [
      "Notaría Pública número",
      "escritura pública",
      "constancia de situación fiscal",
      "Registro Público de Comercio",
    ]) {
      expect(messages).toContain(word);
    }
  });
});
