import {
  anotherKeyInput,
  currentKeyInput,
  newApiKey,
  newRotationElsewhere,
  pastedKey,
  resumeInput,
  rotationElsewhereEnd,
  rotationInput,
} from "#lib/core/contract/keys/key-input.ts";
import type { RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import {
  checkApiKey,
  createApiKey,
  listApiKeys,
  deleteApiKey as removeApiKey,
} from "#lib/core/server/keys/api-keys.ts";
import { adoptKey } from "#lib/core/server/keys/own-key.ts";
import { resumeRotation, startRotation } from "#lib/core/server/keys/rotation/commands.ts";
import { listRotations } from "#lib/core/server/keys/rotation/record.ts";
import {
  createAnotherKey,
  moveRotationElsewhere,
  rotateElsewhere,
} from "#lib/core/server/keys/rotation-elsewhere/commands.ts";
import { listRotationsElsewhere } from "#lib/core/server/keys/rotation-elsewhere/list.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import type { AuditDetails } from "#lib/platform/server/audit/command.ts";

export const getApiKeys = route("GET /api/api-keys", { access: "keys.manage" }, () => listApiKeys());

/** Answers the key itself, once. */
export const postApiKeys = route(
  "POST /api/api-keys",
  { access: "keys.manage", stepUp: true, audit: "api_key.created", body: newApiKey },
  async ({ body, session, audit }) => {
    audit.add({ after: { name: body.id } });
    const created = await createApiKey({ name: body.id, session_hash: session.idHash });
    audit.add({ ids: { api_key_id: created.id } });
    return json(created, 201);
  },
);

export const deleteApiKey = route(
  "DELETE /api/api-keys/{api_key_id}",
  { access: "keys.manage", stepUp: true, audit: "api_key.deleted" },
  async ({ params, audit }) => {
    const { name } = await removeApiKey(params.api_key_id);
    audit.add({ before: { name } });
  },
);

/** Sets another API key for the dashboard after the service has refused the current one. */
export const postKeyAdoptions = route(
  "POST /api/key-adoptions",
  { access: "keys.manage", stepUp: true, audit: "api_key.adopted", body: currentKeyInput },
  async ({ body, audit }) => {
    const adoption = await adoptKey(serviceClient(), undefined, { entered: body.api_key, confirmed: body.confirmed });
    audit.add({ after: adoption });
    return adoption;
  },
);

/** The key is in the body, since addresses are logged. */
export const postKeyChecks = route(
  "POST /api/key-checks",
  { access: "keys.manage", audit: "api_key.checked", perMinute: 60, body: pastedKey },
  async ({ body, audit }) => {
    const check = await checkApiKey(body.api_key);
    audit.add({ after: { result: check.result } });
    return check;
  },
);

export const getKeyReplacements = route("GET /api/key-replacements", { access: "keys.manage" }, async () => ({
  items: await listRotationsElsewhere(),
}));

/** Answers the new key itself, once. */
export const postKeyReplacements = route(
  "POST /api/key-replacements",
  { access: "keys.manage", stepUp: true, audit: "key_replacement.begun", body: newRotationElsewhere },
  async ({ body, session, audit }) => {
    audit.add({ ids: { api_key_id: body.old_key_id } });
    const by = { session_hash: session.idHash, user_id: session.user.id };
    const rotated = await rotateElsewhere({ ...body, ...by });
    audit.add(rotationElsewhereDetails(rotated.replacement));
    return json(rotated, 201);
  },
);

/** Cancels the replacement: the new key is deleted, the old one stays. */
export const deleteKeyReplacement = route(
  "DELETE /api/key-replacements/{replacement_id}",
  { access: "keys.manage", stepUp: true, audit: "key_replacement.cancelled", body: rotationElsewhereEnd.optional() },
  async ({ params, body, audit }) => {
    const rotation = await moveRotationElsewhere({ id: params.replacement_id, move: "give_up", ...body });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);

/** Deletes the old key. */
export const postKeyReplacementFinish = route(
  "POST /api/key-replacements/{replacement_id}/finish",
  { access: "keys.manage", stepUp: true, audit: "key_replacement.finished" },
  async ({ params, audit }) => {
    const rotation = await moveRotationElsewhere({ id: params.replacement_id, move: "finish" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);

/** Creates another new key, and answers it once. */
export const postKeyReplacementMint = route(
  "POST /api/key-replacements/{replacement_id}/mint",
  { access: "keys.manage", stepUp: true, audit: "key_replacement.minted", body: anotherKeyInput },
  async ({ params, body, session, audit }) => {
    const rotated = await createAnotherKey({
      ...body,
      id: params.replacement_id,
      session_hash: session.idHash,
    });
    audit.add(rotationElsewhereDetails(rotated.replacement));
    return json(rotated, 201);
  },
);

/** Confirms that the other system uses the new key. */
export const postKeyReplacementSwitched = route(
  "POST /api/key-replacements/{replacement_id}/switched",
  { access: "keys.manage", audit: "key_replacement.switched" },
  async ({ params: { replacement_id }, audit }) => {
    const rotation = await moveRotationElsewhere({ id: replacement_id, move: "switched" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);

/** Withdraws the confirmation. */
export const deleteKeyReplacementSwitched = route(
  "DELETE /api/key-replacements/{replacement_id}/switched",
  { access: "keys.manage", audit: "key_replacement.switched_back" },
  async ({ params: { replacement_id }, audit }) => {
    const rotation = await moveRotationElsewhere({ id: replacement_id, move: "not_switched" });
    audit.add(rotationElsewhereDetails(rotation));
    return rotation;
  },
);

export const getRotations = route("GET /api/rotations", { access: "keys.manage" }, async () => ({
  items: await listRotations(),
}));

/** Starts a rotation; a worker takes its steps. */
export const postRotations = route(
  "POST /api/rotations",
  { access: "keys.manage", stepUp: true, audit: "rotation.begun", body: rotationInput.optional() },
  async ({ body, session, audit }) => {
    const rotation = await startRotation({ ...body, user_id: session.user.id });
    audit.add({ ids: { rotation_id: rotation.id, api_key_id: rotation.old_key_id } });
    return json(rotation, 202);
  },
);

/** Resumes a waiting rotation, with the key that it asks for. */
export const postRotationResume = route(
  "POST /api/rotations/{rotation_id}/resume",
  { access: "keys.manage", stepUp: true, audit: "rotation.resumed", body: resumeInput.optional() },
  async ({ params, body, audit }) => {
    const rotation = await resumeRotation(params.rotation_id, body);
    const named = body?.key_id === undefined ? {} : { named_key: body.key_id };
    audit.add({ ids: { api_key_id: rotation.old_key_id }, after: { state: rotation.state, ...named } });
    return json(rotation, 202);
  },
);

const rotationElsewhereDetails = ({
  id,
  old_key_id,
  old_name,
  new_key_id,
  new_name,
  ...rest
}: RotationElsewhere): AuditDetails => ({
  ids: { replacement_id: id, api_key_id: old_key_id, ...(new_key_id === null ? {} : { new_api_key_id: new_key_id }) },
  before: { name: old_name },
  after: { name: new_name, state: rest.state, ...(rest.problem === null ? {} : { problem: rest.problem }) },
});
