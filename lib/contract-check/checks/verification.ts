import { isRecord, recordOf } from "#lib/contract/events/answer.ts";
import { readVerificationSnapshot } from "#lib/contract/events/snapshot.ts";
import { SEVERITIES } from "#lib/contract/verifications/severity.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verifications/verification.ts";
import { describeAnswer, isSuccess } from "#lib/contract-check/answer.ts";
import {
  beyondReading,
  type Check,
  eachOnce,
  furtherFields,
  type OpenShape,
  otherFields,
  shape,
  statement,
} from "#lib/contract-check/check.ts";
import { filledText, type Kind, oneOf, orAbsent, orNull, text, time, unlikeFields } from "#lib/contract-check/kind.ts";
import { namesOf, shapeOf } from "#lib/contract-check/shape.ts";
import {
  each,
  findings,
  having,
  verificationBodies,
  verificationRecords,
  verificationsById,
  verificationsRead,
} from "#lib/contract-check/sources.ts";
import { field } from "./field.ts";

const where = (name: string) => having(verificationRecords, name);
const objects: Kind = { called: "a list of objects", is: (value) => Array.isArray(value) && value.every(isRecord) };

export const VERIFICATION_CHECKS: readonly Check[] = [
  statement("Resources: Verification", "`verification_id` is the one that was asked for", {
    of: verificationsById,
    expected: "the same identifier",
    differs: ({ id, fields }) => {
      if (fields.verification_id === id) return null;
      return text.is(fields.verification_id) ? "another identifier" : shapeOf(fields.verification_id);
    },
  }),
  field("Resources: Verification", where("account_id"), "account_id", filledText),
  field("Resources: Verification", where("created_at"), "created_at", time),
  field("Resources: Verification", verificationRecords, "status", oneOf(VERIFICATION_STATUSES)),
  // A verification has none at first (interface, States: documents_status, the first transition).
  field("Resources: Verification", where("documents_status"), "documents_status", orNull(oneOf(DOCUMENTS_STATUSES))),
  field("Resources: Finding", findings, "severity", oneOf(SEVERITIES)),
  field("Resources: Finding", findings, "message", filledText),
  field("Resources: Finding", findings, "missing_field", orAbsent(filledText)),
  beyondReading(
    "Resources: Item",
    "the fields of items",
    "no endpoint of the interface reads them; events tell of them",
  ),
  beyondReading(
    "Resources: Label assignment",
    "the fields of labels",
    "no endpoint of the interface reads them; events tell of them",
  ),
  beyondReading(
    "States and transitions",
    "how states follow each other, when findings are computed",
    "a read tells the state of one moment; events tell of changes",
  ),
  statement("Endpoints: Verification read", "GET /verifications/{verification-id} succeeds", {
    of: verificationsRead,
    expected: "200",
    differs: (answer) => (isSuccess(answer) ? null : describeAnswer(answer)),
  }),
  statement("Endpoints: Verification read", "it answers a verification that the dashboard can read", {
    of: verificationBodies,
    expected: "an object, bare or under `data`, with the fields of a verification",
    differs: (body) =>
      Object.values(readVerificationSnapshot(body)).every((stated) => stated === null) ? shapeOf(body) : null,
  }),
  field("Endpoints: Verification read", verificationRecords, "tag", text),
  statement("Endpoints: Verification read", "the tag is not called `verification_tag`, as it is in events", {
    of: verificationRecords,
    expected: "no such field",
    differs: (fields) => (Object.hasOwn(fields, "verification_tag") ? "a field of this name" : null),
  }),
  statement("Endpoints: Verification read", "`account_name` is never returned", {
    of: verificationRecords,
    expected: "no such field",
    differs: (fields) => (Object.hasOwn(fields, "account_name") ? "a field of this name" : null),
  }),
  statement("Endpoints: Verification read", "`findings` holds `items`, a list, and `computed_at`, a time or null", {
    of: verificationRecords,
    expected: "an object with both",
    differs: ({ findings: found }) =>
      isRecord(found) ? unlikeFields({ items: objects, computed_at: orNull(time) }, found) : shapeOf(found),
  }),
];

const RECORD_FIELDS = ["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"];
const runs = each(verificationRecords, ({ findings: run }) => (isRecord(run) ? [run] : []), "");

export const VERIFICATION_SHAPES: readonly OpenShape[] = [
  shape("Resources: Verification", "the record", {
    of: verificationBodies,
    told: (bodies) =>
      eachOnce(
        bodies.map((body) => (isRecord(body) && recordOf(body, RECORD_FIELDS, "") !== body ? "under `data`" : "bare")),
      ),
  }),
  shape("Resources: Verification", "fields left out", {
    of: verificationRecords,
    told: (all) =>
      namesOf(RECORD_FIELDS.filter((name) => all.every((fields) => !Object.hasOwn(fields, name)))) || "none",
  }),
  otherFields("Resources: Verification", "other fields", verificationRecords, RECORD_FIELDS),
  furtherFields("Resources: Finding", "beside `items`", runs, ["items", "computed_at"]),
  otherFields("Resources: Finding", "other fields", findings, ["severity", "message", "missing_field"]),
];
