import {
  documentsInput,
  labelInput,
  listInput,
  newFault,
  paceInput,
  playInput,
} from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import {
  addDocuments,
  addFault,
  changeLabel,
  endFault,
  endFaults,
  listVerification,
  playScenario,
  getSandbox as readSandbox,
  reopenVerification,
  setPace,
} from "#lib/edge/server/sandbox/sandbox.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { listKeptMails } from "#lib/platform/server/mail/kept-mails.ts";

export const getSandbox = route("GET /api/sandbox", { access: "sandbox.play" }, () => readSandbox());

export const postSandboxFaults = route(
  "POST /api/sandbox/faults",
  { access: "sandbox.play", audit: "sandbox.fault_added", body: newFault },
  async ({ body, audit }) => {
    audit.add({ after: body });
    return json(await addFault(body), 201);
  },
);

export const deleteSandboxFaults = route(
  "DELETE /api/sandbox/faults",
  { access: "sandbox.play", audit: "sandbox.faults_ended" },
  async () => {
    await endFaults();
  },
);

export const deleteSandboxFault = route(
  "DELETE /api/sandbox/faults/{fault_id}",
  { access: "sandbox.play", audit: "sandbox.fault_ended" },
  async ({ params }) => {
    await endFault(params.fault_id);
  },
);

/** The mails that were kept instead of sent, newest first: with the embedded service and without a mail server. */
export const getSandboxMails = route("GET /api/sandbox/mails", { access: "sandbox.play" }, async () => {
  if (!env().sandbox) throw notFound("The embedded service");
  return { items: await listKeptMails() };
});

/** Sets the rate of the sandbox's automatic activity. */
export const postSandboxPace = route(
  "POST /api/sandbox/pace",
  { access: "sandbox.play", audit: "sandbox.pace_set", body: paceInput },
  ({ body, audit }) => {
    audit.add({ after: body });
    return setPace(body.pace);
  },
);

/** The id is in the body: a pasted text may be anything, and must not appear in a URL. */
export const postSandboxPlayed = route(
  "POST /api/sandbox/played",
  { access: "sandbox.play", audit: "sandbox.verification_listed", body: listInput },
  ({ body, audit }) => {
    audit.add({ ids: body });
    return listVerification(body.verification_id);
  },
);

/** Plays a scenario on a new verification, which reaches the dashboard by the events of the service. */
export const postSandboxVerifications = route(
  "POST /api/sandbox/verifications",
  { access: "sandbox.play", audit: "sandbox.scenario_played", body: playInput },
  async ({ body, audit }) => {
    audit.add({ after: { scenario: body.scenario, seconds: body.seconds } });
    const played = await playScenario(body);
    audit.add({ ids: { verification_id: played.verification_id } });
    return json(played, 201);
  },
);

export const postSandboxVerificationDocuments = route(
  "POST /api/sandbox/verifications/{verification_id}/documents",
  { access: "sandbox.play", audit: "sandbox.documents_added", body: documentsInput },
  ({ params, body, audit }) => {
    audit.add({ after: body });
    return addDocuments(params.verification_id, body);
  },
);

export const postSandboxVerificationLabels = route(
  "POST /api/sandbox/verifications/{verification_id}/labels",
  { access: "sandbox.play", audit: "sandbox.label_changed", body: labelInput },
  ({ params, body, audit }) => {
    // Without the comment, which is free text and may name a person.
    audit.add({ after: { action: body.action, label: body.label } });
    return changeLabel(params.verification_id, body);
  },
);

export const postSandboxVerificationReopen = route(
  "POST /api/sandbox/verifications/{verification_id}/reopen",
  { access: "sandbox.play", audit: "sandbox.verification_reopened" },
  ({ params }) => reopenVerification(params.verification_id),
);
