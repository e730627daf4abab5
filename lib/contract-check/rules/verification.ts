import type { Observations } from "#lib/contract-check/observe/observations.ts";
import { readVerificationSnapshot } from "#lib/core/contract/events/snapshot.ts";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { isRecord } from "#lib/platform/contract/answer.ts";
import * as kind from "./kind.ts";
import { each, eachOnce, fieldRules, having, others, type Part, rulesOf, shapesOf } from "./rule.ts";
import { namesOf, shapeOf } from "./shape.ts";
import { bodies, placeOfRecord, read, record, recordIn, succeeds } from "./sources.ts";

export const noVerification = (seen: Observations): string =>
  seen.some(({ purpose }) => purpose === "in vain")
    ? "the service knows none of the verifications that were given"
    : "needs --verification <id>";

const NO_FINDING = "no verification that was given has a finding";
const answers = read("/verifications/{verification-id}", noVerification);
const answered = bodies(answers);
const records = each(answered, record(["verification_id", "status", "tag", "findings"]), "the answer is no object");
const runs = each(records, recordIn("findings"), NO_FINDING);
const findings = each(runs, ({ items }) => (Array.isArray(items) ? items.filter(isRecord) : []), NO_FINDING);

const RUN = { items: kind.listOf("objects", kind.object), computed_at: kind.orNull(kind.time) };
const FINDING = { severity: kind.oneOf(SEVERITIES), message: kind.filledText, "missing_field?": kind.filledText };
const RECORD = {
  "account_id?": kind.filledText,
  "created_at?": kind.time,
  status: kind.oneOf(VERIFICATION_STATUSES),
  // A new verification has no documents_status (interface, States: documents_status, the first transition).
  "documents_status?": kind.orNull(kind.oneOf(DOCUMENTS_STATUSES)),
};
const FIELDS = ["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"];
const without = (name: string) => (fields: Record<string, unknown>) =>
  Object.hasOwn(fields, name) ? "a field of this name" : null;

const resource = rulesOf("Resources: Verification");
const endpoint = rulesOf("Endpoints: Verification read");
const open = shapesOf("Resources: Verification");
const openFinding = shapesOf("Resources: Finding");

export const VERIFICATIONS: Part = {
  rules: [
    resource(
      "`verification_id` is the one that was asked for",
      having(records, "verification_id"),
      (answered, { id }) =>
        answered === id ? null : kind.text.is(answered) ? "another identifier" : shapeOf(answered),
    ),
    ...fieldRules("Resources: Verification", records, RECORD),
    ...fieldRules("Resources: Finding", findings, FINDING),
    endpoint("GET /verifications/{verification-id} succeeds", answers, succeeds),
    endpoint("it answers a verification, bare or under `data`, that the dashboard can read", answered, (body) =>
      Object.values(readVerificationSnapshot(body)).every((stated) => stated === null) ? shapeOf(body) : null,
    ),
    ...fieldRules("Endpoints: Verification read", records, { tag: kind.text }),
    endpoint("the tag is not called `verification_tag`, as it is in events", records, without("verification_tag")),
    endpoint("`account_name` is never returned", records, without("account_name")),
    endpoint("`findings` holds `items`, a list, and `computed_at`, a time or null", records, (fields) =>
      kind.unlikeObject(RUN, fields.findings),
    ),
  ],
  shapes: [
    open("the record", answered, eachOnce(placeOfRecord(FIELDS))),
    open("fields left out", records, (all) => {
      return namesOf(FIELDS.filter((name) => all.every((fields) => !Object.hasOwn(fields, name)))) || "none";
    }),
    open("other fields", records, others(FIELDS)),
    openFinding("beside `items`", runs, others(["items", "computed_at"], null)),
    openFinding("other fields", findings, others(["severity", "message", "missing_field"])),
  ],
};
