import { beforeAll, describe, expect, it, vi } from "vitest";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { answerApproval, changeReview, type Reviewer, ratifyReview, undoReview } from "./command.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { begin, user, receive, review } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  await begin();
});

const version = async (id: string) => (await review(id)).version;
const decide = async (id: string, change: object = { resolution: "accepted", reason: "Revisado" }) =>
  changeReview(id, { version: await version(id), state: "resolved", ...change }, ana, database);
const record = async (id: string) => (await readDecisionRecord(id, null, database))?.record;
const steps = async (id: string) => (await record(id))?.steps.map(({ kind, user: name }) => `${kind} ${name}`);

describe("the record of a decision", () => {
  it("has its basis at the time, the accepted exceptions, and its author", async () => {
    const id = "ver_record";
    const person = (full_name: string) => ({ full_list: [{ people_id: 5, full_name }, { people_id: 6 }] });
    await receive(...finishedFile(id, [finding("high", "acta")]), read(id, 95, person("Ana Ruiz"), "people"));
    await decide(id);
    expect(await record(id)).toMatchObject({
      file: { verification_id: id },
      resolution: "accepted",
      reason: null,
      words: "Revisado",
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      exceptions: ["high_finding"],
      basis: {
        status: "finished",
        run: { source: "final", items: [finding("high", "acta")] },
        people: [
          { people_id: 5, outcome: "none", people_error: null, same_name: true, name_known: true },
          { people_id: 6, same_name: false, name_known: false },
        ],
      },
    });
    expect(JSON.stringify(await record(id))).not.toMatch(/hash|Ruiz/);
    await receive(finalRun(id, [], 200), read(id, 210, person("Eva Ruiz"), "people"));
    expect(await record(id)).toMatchObject({
      basis: {
        run: { items: [finding("high", "acta")] },
        people: [
          { same_name: false, name_known: true },
          { same_name: false, name_known: false },
        ],
      },
    });
  });

  it("is of the last ratification, with the reason of the decision", async () => {
    const id = "ver_ratified";
    await receive(...finishedFile(id, []));
    await decide(id, { resolution: "rejected", reason_code: "no_answer" });
    await receive(finalRun(id, [finding("low", "poder")], 200));
    await ratifyReview(id, await version(id), raul, database);
    expect(await steps(id)).toEqual(["decided Ana", "ratified Raul"]);
    expect(await record(id)).toMatchObject({
      resolution: "rejected",
      reason: { code: "no_answer", en: "The customer did not answer", es: "Sin respuesta del cliente" },
      exceptions: [],
      basis: { run: { items: [finding("low", "poder")] } },
    });
  });

  it("names the labels of the basis as the service last named them", async () => {
    const id = "ver_labels";
    const of = (label: string, display_name: string | null, second: number) => ({
      entity: { type: "label", label, display_name, category: null },
      ...{ verification_id: id, comment: null, added_at: secondsIn(second) },
    });
    await receive(
      ...finishedFile(id, []),
      deliver("verification.v2.label_added", of("vip_2", "Cliente prioritario", 20), 50),
      deliver("verification.v2.label_added", of("pep", "PEP", 21), 51),
    );
    await decide(id);
    expect(await record(id)).toMatchObject({
      label_names: { vip_2: "Cliente prioritario", pep: "PEP" },
      basis: { labels: ["pep", "vip_2"] },
    });
  });

  it("names the approver, and exists only after approval", async () => {
    const id = "ver_approved";
    await begin({ approval: "always" });
    await receive(...finishedFile(id));
    await decide(id, { resolution: "accepted" });
    expect(await record(id)).toBeNull();
    await answerApproval(id, { version: await version(id), approve: true }, raul, database);
    expect(await steps(id)).toEqual(["submitted Ana", "approved Raul"]);
    await begin({ approval: "never" });
  });

  it("states when the file comes back, as set with the entry", async () => {
    const id = "ver_periodic";
    await begin({ approval: "always" });
    await receive(...finishedFile(id));
    await decide(id, { resolution: "accepted", review_on: "2099-03-02" });
    await answerApproval(id, { version: await version(id), approve: true }, raul, database);
    expect(await record(id)).toMatchObject({ review_on: "2099-03-02" });
    await begin({ approval: "never" });
    await changeReview(id, { version: await version(id), state: "open" }, ana, database);
    expect(await record(id)).toMatchObject({ review_on: "2099-03-02", stands: true, proposed: null });
    await answerApproval(id, { version: await version(id), approve: true }, raul, database);
    expect(await record(id)).toBeNull();
    await decide(id);
    expect(await record(id)).toMatchObject({ review_on: null });
  });

  it("is absent for a withdrawn or replaced decision, and for an unknown file", async () => {
    const id = "ver_undone";
    await receive(...finishedFile(id));
    await decide(id);
    await undoReview(id, await version(id), ana, database);
    expect(await record(id)).toBeNull();
    await decide(id);
    await changeReview(id, { version: await version(id), state: "open" }, ana, database);
    expect(await record(id)).toBeNull();
    expect(await readDecisionRecord("ver_unknown", null, database)).toBeNull();
  });
});
