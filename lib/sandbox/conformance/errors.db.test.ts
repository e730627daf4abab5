import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURP_LOOKUP_ERRORS } from "#lib/contract/people/person.ts";
import { ITEM_ERRORS } from "#lib/contract/verifications/item.ts";
import { refusal } from "#lib/sandbox/testing/matchers.ts";
import { type ObservedService, observeService } from "#lib/sandbox/testing/observed.ts";
import type { TestSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { FAITHFUL_SCENARIOS } from "#lib/sandbox/testing/stories.ts";

let service: ObservedService;
let sandbox: TestSandbox;

beforeAll(async () => {
  service = await observeService(FAITHFUL_SCENARIOS.filter((name) => /^(item|people-error|pending-upload)/.test(name)));
  sandbox = service.sandbox;
});
afterAll(() => service.end());

describe("Errors", () => {
  describe("Error response", () => {
    it("has the shape `{ success: false, message, code, timestamp }`", async () => {
      const { body, headers } = await sandbox.call("GET", "/verifications/ver_unknown");
      expect(body).toStrictEqual(refusal("NOT_FOUND"));
      expect(Math.abs(Date.now() - Date.parse(body.timestamp))).toBeLessThan(60_000);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    });

    it("`VALIDATION_ERROR` 400: the body has missing or invalid data", async () => {
      for (const body of [
        {},
        { url: 7, events: [] },
        { url: "https://hook.invalid" },
        { url: "https://hook.invalid", events: ["x"] },
      ]) {
        const answer = await sandbox.call("POST", "/v2/webhooks", { body });
        expect([answer.status, answer.body]).toStrictEqual([400, refusal("VALIDATION_ERROR")]);
      }
    });

    it("`BAD_REQUEST` 400: malformed request (headers, content type, body)", async () => {
      const bodies: [string, Record<string, string>][] = [
        ["{", {}],
        ["{}", { "content-type": "text/plain" }],
        ["id=1", { "content-type": "application/x-www-form-urlencoded" }],
      ];
      for (const [body, headers] of bodies) {
        const answer = await sandbox.call("POST", "/v2/webhooks", { body, headers });
        expect([body, answer.status, answer.body]).toStrictEqual([body, 400, refusal("BAD_REQUEST")]);
      }
    });

    it("`UNAUTHORIZED` 401: API key absent, invalid, revoked or deleted", async () => {
      const { id, api_key: deleted } = (await sandbox.call("POST", "/api-keys", { body: { id: "to go" } })).body;
      await sandbox.call("DELETE", `/api-keys/${id}`);
      for (const key of [null, "invalid", deleted]) {
        const answer = await sandbox.call("GET", "/v2/webhooks", { key });
        expect([answer.status, answer.body]).toStrictEqual([401, refusal("UNAUTHORIZED")]);
      }
    });

    it("`FORBIDDEN` 403: the key lacks permission for the action", async () => {
      const body = { id: "only reads", permission: "read" };
      const { api_key: key } = (await sandbox.call("POST", "/sandbox/api-keys", { body })).body;
      const answer = await sandbox.call("DELETE", "/v2/webhooks/wh_1", { key });
      expect([answer.status, answer.body]).toStrictEqual([403, refusal("FORBIDDEN")]);
    });

    it("`NOT_FOUND` 404: the resource does not exist", async () => {
      for (const path of ["/v2/webhooks/wh_unknown", "/verifications/ver_unknown", "/nowhere"]) {
        const answer = await sandbox.call("GET", path);
        expect([path, answer.status, answer.body]).toStrictEqual([path, 404, refusal("NOT_FOUND")]);
      }
    });

    it("`CONFLICT` 409: conflict of state; details in `message`", async () => {
      // None of the ten endpoints meets one; changes that a state does not allow do.
      const { id } = service.of("pending-upload");
      const body = { changes: [{ kind: "label_removed", label: "not_assigned" }] };
      const answer = await sandbox.call("POST", `/sandbox/verifications/${id}/steps`, { body });
      expect([answer.status, answer.body]).toStrictEqual([409, refusal("CONFLICT")]);
      expect(answer.body.message).toContain("label");
    });

    it("`DUPLICATE_RESOURCE` 409: creating something that exists, for example an API key with the same `id`", async () => {
      const create = () => sandbox.call("POST", "/api-keys", { body: { id: "same" } });
      expect((await create()).status).toBe(201);
      const answer = await create();
      expect([answer.status, answer.body]).toStrictEqual([409, refusal("DUPLICATE_RESOURCE")]);
    });

    it("`INTERNAL_SERVER_ERROR` 500: internal fault, whose cause is told to nobody", async () => {
      await sandbox.query("ALTER TABLE sandbox.verification RENAME TO verification_away");
      const answer = await sandbox.call("GET", "/verifications/ver_1");
      await sandbox.query("ALTER TABLE sandbox.verification_away RENAME TO verification");
      expect([answer.status, answer.body]).toStrictEqual([500, refusal("INTERNAL_SERVER_ERROR")]);
      expect(answer.body.message).not.toMatch(/sandbox|relation|verification/);
    });
  });

  describe("Item errors (`item_error` in item events)", () => {
    /** On which item types each error was told. */
    const told = (): Map<string, Set<string>> => {
      const types = new Map<string, Set<string>>();
      for (const { item_error: error, item_type: type } of service.events("verification_item.v2.completed")) {
        if (error !== undefined) types.set(error, (types.get(error) ?? new Set()).add(type));
      }
      return types;
    };

    it("`item_error` is optional and an opaque string", () => {
      const all = service.events("verification_item.v2.completed");
      expect(all.some((data) => !("item_error" in data))).toBe(true);
      for (const error of told().keys()) expect(error).toEqual(expect.stringMatching(/./));
      for (const error of ITEM_ERRORS) expect([error, told().has(error)]).toEqual([error, true]);
    });

    it("document items in general: `password_protected_pdf`, `get_input_file_info_failed`", () => {
      expect(told().has("password_protected_pdf")).toBe(true);
      expect(told().get("get_input_file_info_failed")?.size).toBeGreaterThan(1);
    });

    it("`doc_splitter`: its seven values, on that type only", () => {
      for (const error of [
        "unsupported_file_type",
        "unknown_custom_item_type",
        "misconfigured_custom_item_type",
        "no_splits_returned",
        "pdf_slice_failed",
        "pdf_slice_upload_failed",
        "doc_splitter_request_failed",
      ]) {
        expect([error, told().get(error)]).toEqual([error, new Set(["doc_splitter"])]);
      }
    });

    it("`doc_validation`: `invalid_document_type`, `ruleset_validation_failed`, on that type only", () => {
      for (const error of ["invalid_document_type", "ruleset_validation_failed"]) {
        expect([error, told().get(error)]).toEqual([error, new Set(["doc_validation"])]);
      }
    });

    it("`prevalidation_failed` for `csf_mx`", () => {
      expect(told().get("prevalidation_failed")).toEqual(new Set(["csf_mx"]));
    });

    it("unexpected failures may carry a free-text English message", () => {
      expect([...told().keys()].some((error) => / /.test(error))).toBe(true);
    });
  });

  describe("CURP lookup errors (`people_error`)", () => {
    const failures = () =>
      service.events("verification_people.curp_search_completed").filter((data) => "people_error" in data);
    /** The lookup that the event with this error was about, as the people endpoint tells it. */
    const lookupOf = (error: string) => {
      const { people, deliveries } = service.of(`people-error-${error}`);
      const failed = deliveries.find(({ data }) => data.people_error === error);
      return people.find(({ people_id: id }) => id === failed?.data.people_id)?.external_identities.curp;
    };

    it("`curp_format_error`: the CURP does not match the required format", () => {
      expect(lookupOf("curp_format_error")).toMatchObject({
        success: false,
        message: expect.stringContaining("formato"),
      });
      expect(lookupOf("curp_format_error").search_number).not.toMatch(/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/);
    });

    it("`curp_scrapper_error`: extraction from the external registry failed", () => {
      expect(lookupOf("curp_scrapper_error")).toMatchObject({ success: false, applicant_data: null });
    });

    it("`curp_service_unavailable`: the lookup service is unavailable; a later retry may succeed", () => {
      expect(failures().some((data) => data.people_error === "curp_service_unavailable")).toBe(true);
      expect(lookupOf("curp_service_unavailable")).toMatchObject({ success: true });
      expect(new Set(failures().map((data) => data.people_error))).toEqual(new Set(CURP_LOOKUP_ERRORS));
    });

    it("`people_error_message` is present only when `people_error` is", async () => {
      for (const data of service.events("verification_people.curp_search_completed")) {
        expect("people_error_message" in data).toBe("people_error" in data);
      }
      const { id } = service.of("pending-upload");
      const result = {
        success: true,
        message: null,
        search_number: "X",
        applicant_data: null,
        evidentiary_document_data: null,
      };
      const person = { kind: "curp_searched", people_id: 7, full_name: "X", role: "x", result };
      await sandbox.change(id, { ...person, people_error_message: "without an error" });
      await sandbox.settled();
      const told = service.receiver.deliveries.find(({ data }) => data.verification_id === id && data.people_id === 7);
      expect(told?.data).not.toHaveProperty("people_error_message");
    });
  });

  describe("Item-type outcomes", () => {
    const lastTypes = (scenario: string) =>
      service
        .of(scenario)
        .deliveries.filter(({ event_name }) => event_name === "verification_item.v2.completed")
        .map(({ data }) => data.item_type);

    it("`item_type` `unknown`: a `generic` item could not be classified", () => {
      expect(lastTypes("item-unknown").filter((type) => type === "unknown")).toHaveLength(1);
      const { deliveries } = service.of("item-unknown");
      const id = deliveries.find(({ data }) => data.item_type === "unknown")?.data.item_id;
      const types = new Set(deliveries.filter(({ data }) => data.item_id === id).map(({ data }) => data.item_type));
      types.delete(undefined);
      expect(types).toEqual(new Set(["generic", "unknown"]));
    });

    it("`item_type` `corrupted_file`: the file was unreadable", () => {
      expect(lastTypes("item-corrupted").filter((type) => type === "corrupted_file")).toHaveLength(1);
    });
  });
});
