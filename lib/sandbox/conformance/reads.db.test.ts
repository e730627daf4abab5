/** @module-tag conformance */
import { describe, expect, it, vi } from "vitest";
import { run } from "#lib/contract-check/command.ts";
import { createAsk } from "#lib/contract-check/observe/ask.ts";
import { observe } from "#lib/contract-check/observe/observations.ts";
import { RULES, reportOn } from "#lib/contract-check/report.ts";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { CURP_LOOKUP_ERRORS } from "#lib/core/contract/people/person.ts";
import {
  DOCUMENTS_STATUSES,
  ITEM_ERRORS,
  ITEM_TYPES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { SERVICE_ERROR_CODES } from "#lib/platform/contract/error.ts";
import { isoTime } from "#lib/sandbox/testing/matchers.ts";
import { observeService } from "#lib/sandbox/testing/observed.ts";
import type { Json } from "#lib/sandbox/testing/sandbox.ts";

const service = await observeService();
const { sandbox } = service;

const different = (values: unknown[]) => new Set(values);
const curps = (): Json[] =>
  service.verifications.flatMap(({ people }) => people.map((person) => person.external_identities.curp));
const findings = (): Json[] => [
  ...service.verifications.flatMap(({ body }) => body.findings.items),
  ...service.events("verification.v2.findings.updated").flatMap((data) => data.findings),
];

describe("What the service does", () => {
  it("every rule that reading can judge holds: those of `npm run contract`, over every scenario", async () => {
    const ask = createAsk({ baseUrl: sandbox.url(), timeoutMs: 60_000 });
    const verifications = service.verifications.map(({ id }) => id);
    const seen = await observe(ask, { apiKey: sandbox.apiKey(), verifications });
    for (const { section, statement, judge } of RULES) {
      expect({ section, statement, ...judge(seen) }).toEqual({ section, statement, verdict: "holds" });
    }
    const { obstacles, sections } = reportOn(sandbox.url(), seen);
    expect(obstacles).toEqual([]);
    const shapes = sections.flatMap((one) => one.shapes.map(({ what, seen }) => `${one.section}: ${what}: ${seen}`));
    // Fields beside the interface, listed in lib/sandbox/README.md.
    expect(shapes.filter((shape) => /beside|fields|identities|in `/.test(shape))).toEqual([
      "Resources: Verification: fields left out: none",
      "Resources: Verification: other fields: `updated_at` time; `channel` text; `company` object of `rfc`, `legal_form`, `legal_name`, `incorporated_on`; `progress` object of `items_total`, `items_completed`",
      "Resources: Finding: other fields: none",
      "Resources: Person: beside `full_list`: `verification_id` text",
      "Resources: Person: other fields: `full_name` text; `role` text",
      "Resources: CURP lookup result: other fields: none",
      "Endpoints: API keys: other fields: `permission` text",
      "Endpoints: Webhooks: other fields: `created_at` time; `updated_at` time",
      "Errors: Error response: other fields: none",
    ]);
  });
});

describe("Resources: Verification", () => {
  it("`verification_id` is a unique identifier, `account_id` of the owning account, whose name is not read", async () => {
    const { account_id: account } = (await sandbox.call("POST", "/sandbox/accounts", { body: {} })).body;
    expect(different(service.verifications.map(({ id }) => id)).size).toBe(service.verifications.length);
    const read = service.verifications.map(({ body, people }) => [body, people]);
    expect(JSON.stringify(read)).not.toContain("account_name");
    for (const { body } of service.verifications) expect(body.account_id).toBe(account);
    for (const { data } of service.everything) expect(data.account_id).toBe(account);
  });

  it("`status` and `documents_status` take every value named", () => {
    const bodies = service.verifications.map(({ body }) => body);
    expect(different(bodies.map(({ status }) => status))).toEqual(new Set(VERIFICATION_STATUSES));
    expect(different(bodies.map(({ documents_status: status }) => status))).toEqual(new Set(DOCUMENTS_STATUSES));
  });

  it("`created_at` is the creation timestamp; the tag is a caller-chosen value, named `tag` in the read endpoint and `verification_tag` in events", () => {
    for (const { scenario, body, deliveries } of service.verifications) {
      expect(body.tag).toBe(`Año Ñandú 🏛 ${scenario}`);
      for (const { event_name, data } of deliveries) {
        expect(data.created_at ?? body.created_at).toBe(body.created_at);
        if (event_name !== "verification.v2.findings.updated") expect(data.verification_tag).toBe(body.tag);
      }
    }
  });

  it("`findings.computed_at` may be null on older verifications", () => {
    const old = service.of("old-findings").body.findings;
    expect([old.computed_at, old.items.length > 0]).toEqual([null, true]);
    expect(service.of("finished").body.findings.computed_at).toEqual(isoTime);
  });
});

describe("Resources: Finding", () => {
  it("`severity` is a closed enum: findings with another value are discarded by the service before storage", async () => {
    expect(different(findings().map(({ severity }) => severity))).toEqual(new Set(SEVERITIES));
    const kept = { severity: "low", message: "Sello ilegible." };
    const others = ["critical", "HIGH"].map((severity) => ({ severity, message: "No existe." }));
    const id = await sandbox.play("pending-upload");
    await sandbox.change(id, { kind: "findings", run_id: "run_enum", findings: [others[0], kept, others[1]] });
    expect((await sandbox.read(id)).findings.items).toEqual([kept]);
    const runs = await service.deliveriesOf(id, "verification.v2.findings.updated");
    expect(runs.at(-1)?.data.findings).toEqual([kept]);
  });

  it("`message` is human text, always in Spanish", () => {
    for (const { message } of findings()) {
      expect(message).toMatch(/^\p{Lu}.+\.$/u);
      expect(message).toMatch(/ (de|la|el|los|las|con|no|es|en|falta) /);
    }
  });

  it("`missing_field` is omitted when the finding points to no missing datum, independent of `severity`", () => {
    for (const severity of SEVERITIES) {
      const fields = findings().filter((finding) => finding.severity === severity);
      expect([severity, different(fields.map((finding) => "missing_field" in finding)).size]).toEqual([severity, 2]);
    }
  });

  it("`missing_field` is an open descriptive label, not one-to-one with `item_type`", () => {
    const labels = different(findings().flatMap(({ missing_field: label }) => label ?? []));
    expect(labels.size).toBeGreaterThan(5);
    for (const label of labels) expect(label).toEqual(expect.stringMatching(/./));
    for (const type of ITEM_TYPES) expect(labels).not.toContain(type);
  });
});

describe("Resources: Item", () => {
  const items = () => service.everything.filter(({ event_name }) => event_name.startsWith("verification_item."));

  it("`item_id` is a number that identifies the item within the verification", () => {
    for (const { deliveries } of service.verifications) {
      const completed = deliveries.filter(({ event_name }) => event_name === "verification_item.v2.completed");
      const ids = completed.map(({ data }) => data.item_id);
      expect(ids.every(Number.isSafeInteger)).toBe(true);
      expect(different(ids).size).toBe(ids.length);
    }
  });

  it("`item_type` takes every value named; `internal_status` is the processing status of the item", () => {
    expect(different(items().map(({ data }) => data.item_type))).toEqual(new Set(ITEM_TYPES));
    const changes = service.events("verification_item.v2.internal_status_changed");
    expect(different(changes.map(({ internal_status: status }) => status)).size).toBeGreaterThan(3);
  });
});

describe("Resources: Label assignment", () => {
  const labels = () => [
    ...service.events("verification.v2.label_added"),
    ...service.events("verification.v2.label_removed"),
  ];

  it("`entity.label` is an internal, non-translatable key, `entity.display_name` a readable name", () => {
    const names = new Map<string, string>();
    for (const { entity } of labels()) {
      expect(entity.label).toMatch(/^[a-z_]+$/);
      expect(entity.display_name).toMatch(/^\p{Lu}/u);
      // Each label key of the account's catalogue has one name.
      expect(names.get(entity.label) ?? entity.display_name).toBe(entity.display_name);
      names.set(entity.label, entity.display_name);
    }
    expect(names.size).toBeGreaterThan(2);
  });

  it("labels belong to the account's catalogue", async () => {
    const { labels: catalogue } = (await sandbox.call("GET", "/sandbox/state")).body;
    for (const { entity } of labels()) {
      const { type: _, ...label } = entity;
      expect(catalogue).toContainEqual(label);
    }
    const id = await sandbox.play("pending-upload");
    for (const label of ["made_up", "Prioritario"]) {
      const body = { action: "add", label };
      await sandbox.refuses("VALIDATION_ERROR", "POST", `/sandbox/verifications/${id}/labels`, { body });
    }
  });

  it("`entity.category` and `comment` are strings, or null when there is none", () => {
    const kinds = (values: unknown[]) => different(values.map((value) => (value === null ? null : typeof value)));
    expect(kinds(labels().map(({ entity }) => entity.category))).toEqual(new Set([null, "string"]));
    expect(kinds(labels().map(({ comment }) => comment))).toEqual(new Set([null, "string"]));
  });
});

describe("Resources: Person", () => {
  it("`shareholder_id` is there when the person is tied to a shareholder", () => {
    const people = service.verifications.flatMap((verification) => verification.people);
    for (const person of people) expect("shareholder_id" in person).toBe(person.role === "shareholder");
    expect(different(people.map(({ role }) => role)).size).toBe(2);
    expect(service.of("finished").people.length).toBeGreaterThan(2);
    expect(service.of("pending-upload").people).toEqual([]);
  });
});

describe("Resources: CURP lookup result", () => {
  it("`success` says whether the lookup succeeded; `search_number` is the identifier that was searched", () => {
    const found = curps().filter(({ success }) => success);
    expect([found.length > 0, found.length < curps().length]).toEqual([true, true]);
    for (const { search_number: searched, applicant_data: data } of found) expect(searched).toBe(data.curp);
    for (const { external_identities: identities } of service.of("finished").people) {
      expect(identities).toEqual({ curp: expect.objectContaining({ success: true }) });
    }
  });

  const kinds = (field: string, succeeded: boolean) =>
    different(curps().flatMap((curp) => (curp.success === succeeded ? [curp[field] === null ? null : "given"] : [])));

  it("`message` describes the cause when `success` is false; null otherwise", () => {
    expect(kinds("message", true)).toEqual(new Set([null]));
    for (const [scenario, cause] of [
      ["people-not-found", "no se encuentra"],
      ["people-partial", "no tiene el documento probatorio"],
      ["people-error-curp_format_error", "formato"],
      ["people-error-curp_scrapper_error", "registro externo"],
    ] as const) {
      const lookups = service.of(scenario).people.map(({ external_identities: { curp } }) => curp);
      const failed = lookups.filter(({ success }) => !success);
      expect([scenario, failed]).toMatchObject([scenario, [{ message: expect.stringContaining(cause) }]]);
    }
  });

  it("`applicant_data` may be null when `success` is false, and only then", () => {
    expect(kinds("applicant_data", true)).toEqual(new Set(["given"]));
    expect(kinds("applicant_data", false)).toEqual(new Set([null, "given"]));
  });

  it("`evidentiary_document_data` may be null when `success` is false, and only then", async () => {
    expect(kinds("evidentiary_document_data", true)).toEqual(new Set(["given"]));
    expect(kinds("evidentiary_document_data", false)).toEqual(new Set([null]));
  });

  it("`curp_file` is there for a person who was found", () => {
    for (const curp of curps()) expect("curp_file" in curp).toBe(curp.success);
  });

  it("`curp_file` is a signed URL of a PDF; after expiry the people endpoint gives a renewed one", async () => {
    const id = await sandbox.play("finished");
    const fileOf = async () => new URL((await sandbox.people(id))[0].external_identities.curp.curp_file);
    const file = await fileOf();
    const expires = Number(file.searchParams.get("Expires"));
    const pdf = await fetch(file);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
    const forged = new URL(file);
    forged.searchParams.set("Expires", String(expires + 60));
    expect((await fetch(forged)).status).toBe(403);
    await vi.waitFor(async () => expect((await fetch(file)).status).toBe(403), { timeout: 60_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(expires * 1000);
    expect((await fetch(await fileOf())).status).toBe(200);
  });
});

describe("Errors: Item errors", () => {
  /** The item types on which each error was delivered. */
  const itemTypes = () => {
    const failed = service.events("verification_item.v2.completed").filter((data) => "item_error" in data);
    const byError = Map.groupBy(failed, ({ item_error: error }): string => error);
    return new Map([...byError].map(([error, all]) => [error, different(all.map(({ item_type: type }) => type))]));
  };

  it("`item_error` is an opaque string; unexpected failures may carry a free-text English message", () => {
    for (const error of ITEM_ERRORS) expect([error, itemTypes().has(error)]).toEqual([error, true]);
    expect(itemTypes().has("")).toBe(false);
    expect([...itemTypes().keys()].some((error) => / /.test(error))).toBe(true);
  });

  it("document items in general: `password_protected_pdf`, `get_input_file_info_failed`", () => {
    expect(itemTypes().has("password_protected_pdf")).toBe(true);
    expect(itemTypes().get("get_input_file_info_failed")?.size).toBeGreaterThan(1);
  });

  it.each([
    ["doc_splitter", ["unsupported_file_type", "unknown_custom_item_type", "misconfigured_custom_item_type"]],
    [
      "doc_splitter",
      ["no_splits_returned", "pdf_slice_failed", "pdf_slice_upload_failed", "doc_splitter_request_failed"],
    ],
    ["doc_validation", ["invalid_document_type", "ruleset_validation_failed"]],
    ["csf_mx", ["prevalidation_failed"]],
  ])("the seven of `doc_splitter`, two of `doc_validation`, one of `csf_mx`: on that type only", (type, errors) => {
    for (const error of errors) expect([error, itemTypes().get(error)]).toEqual([error, new Set([type])]);
  });
});

describe("Errors: CURP lookup errors", () => {
  const failures = () =>
    service.events("verification_people.curp_search_completed").filter((data) => "people_error" in data);
  /** The lookup reported by the event with this error, as the people endpoint returns it. */
  const lookupOf = (error: string) => {
    const { people, deliveries } = service.of(`people-error-${error}`);
    const failed = deliveries.find(({ data }) => data.people_error === error);
    return people.find(({ people_id: id }) => id === failed?.data.people_id)?.external_identities.curp;
  };

  it("`curp_format_error`: the CURP does not match the required format; `curp_scrapper_error`: extraction failed", () => {
    const lookup = lookupOf("curp_format_error");
    expect(lookup).toMatchObject({ success: false, message: expect.stringContaining("formato") });
    expect(lookup.search_number).not.toMatch(/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/);
    expect(lookupOf("curp_scrapper_error")).toMatchObject({ success: false, applicant_data: null });
  });

  it("`curp_service_unavailable`: the lookup service is unavailable; a later retry may succeed", () => {
    expect(different(failures().map((data) => data.people_error))).toEqual(new Set(CURP_LOOKUP_ERRORS));
    expect(lookupOf("curp_service_unavailable")).toMatchObject({ success: true });
  });

  it("`people_error_message` is present only when `people_error` is", async () => {
    const all = service.events("verification_people.curp_search_completed");
    const having = (field: string) => all.filter((data) => field in data).map(({ people_id }) => people_id);
    expect(having("people_error_message")).toEqual(having("people_error"));
    expect([having("people_error").length > 0, having("people_error").length < all.length]).toEqual([true, true]);
    // A change by hand can't set a message without an error, but an error without a message is valid.
    const id = await sandbox.play("pending-upload");
    const result = { success: false, message: "No.", search_number: "X" };
    const person = {
      kind: "curp_searched",
      full_name: "X",
      role: "x",
      result: { ...result, applicant_data: null, evidentiary_document_data: null },
    };
    const [people_error, people_error_message] = ["curp_scrapper_error", "El registro no responde."];
    await sandbox.change(
      id,
      { ...person, people_id: 1, people_error_message },
      { ...person, people_id: 2, people_error },
      { ...person, people_id: 3, people_error, people_error_message },
    );
    const lookups = await service.deliveriesOf(id, "verification_people.curp_search_completed");
    const said = lookups.map(({ data }) => [data.people_id, data.people_error, data.people_error_message]);
    expect(said.sort()).toEqual([
      [1, undefined, undefined],
      [2, people_error, undefined],
      [3, people_error, people_error_message],
    ]);
  });
});

describe("Beyond the interface", () => {
  const TERMINAL = { columns: 100, coloured: false };
  const env = (apiKey = sandbox.apiKey()) => ({ SVC_BASE_URL: sandbox.url(), SVC_API_KEY: apiKey });
  const given = () => service.verifications.flatMap(({ id }) => ["--verification", id]);
  const account = async () => [await sandbox.call("GET", "/api-keys"), await sandbox.call("GET", "/v2/webhooks")];
  const textsIn = (json: unknown): string[] => {
    if (typeof json === "string") return [json];
    return typeof json === "object" && json !== null ? Object.values(json).flatMap(textsIn) : [];
  };
  /** Words of the interface itself, which the report may quote. */
  const ownWords = [VERIFICATION_STATUSES, DOCUMENTS_STATUSES, SEVERITIES, SERVICE_ERROR_CODES, EVENT_NAMES].flat();

  it("`npm run contract` repeats nothing that the service knows: no key, CURP, name, text, secret or address", async () => {
    const bodies = (await account()).map(({ body }) => body);
    const refused = await sandbox.call("GET", "/verifications/ver_unknown");
    const read = service.verifications.map(({ body, people }) => [body, people]);
    const known = new Set(textsIn([bodies, refused.body, read]));
    for (const word of [...ownWords, "full", "shareholder"]) known.delete(word);
    const kept = [sandbox.apiKey(), service.webhook.secret, ...known].filter((text) => text.length > 3);
    expect(kept.length).toBeGreaterThan(500);
    expect(kept.some(holdsCurp)).toBe(true);
    for (const args of [given(), [...given(), "--json"]]) {
      const { status, out, err } = await run(args, env(), TERMINAL);
      expect([status, err]).toEqual([0, ""]);
      // The digits of the sandbox's port can contain a year or an act number.
      const report = out.replaceAll(sandbox.url(), "");
      expect(kept.filter((text) => report.includes(text))).toEqual([]);
      expect(out).not.toMatch(/Signature|svc_sk_live_|whsec_/);
      expect(out.split(/\s/).filter(holdsCurp)).toEqual([]);
    }
    expect((await account()).map(({ body }) => body)).toEqual(bodies);
  });
});
