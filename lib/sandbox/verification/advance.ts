import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import {
  addLabel,
  addPerson,
  changeLabelComment,
  completeItem,
  endCurpSearch,
  extractItem,
  removeLabel,
  setItemStatus,
} from "./advance-parts.ts";
import { type Change, type ChangeOf, ChangeRefused, type DatedChange } from "./change.ts";
import { type Advanced, baseFields, emit, type FindingsState, type VerificationState } from "./state.ts";

export type Identity = Pick<VerificationState, "verification_id" | "account_id" | "account_name">;

/** The first step of a verification: `verification.v2.created`. */
export function create(identity: Identity, at: number, change: ChangeOf<"created">): Advanced {
  const time = new Date(at).toISOString();
  const state: VerificationState = {
    ...identity,
    tag: change.tag,
    created_at: time,
    updated_at: time,
    status: "pending",
    documents_status: null,
    extraction_completed_at: null,
    channel: change.channel,
    company: change.company,
    findings: null,
    items: [],
    labels: [],
    people: [],
    events_emitted: 1,
  };
  return emit(state, "verification.v2.created", baseFields(state));
}

/**
 * A step of a verification: the next state and the emitted events in the order of publication. Pure. Throws
 * ChangeRefused for a step that this state does not allow.
 */
export function advance(before: VerificationState, step: DatedChange): Advanced {
  // The times of a verification always increase: receivers order its changes by them (interface, event rule 2).
  const time = new Date(Math.max(step.at, Date.parse(before.updated_at) + 1)).toISOString();
  const { state, events } = apply(before, step.change, time);
  return {
    state: { ...state, updated_at: time, events_emitted: before.events_emitted + events.length },
    events,
  };
}

function apply(state: VerificationState, change: Change, time: string): Advanced {
  switch (change.kind) {
    case "created":
      throw new ChangeRefused("the verification exists");
    case "documents_status":
      return setDocumentsStatus(state, change, time);
    case "item_status":
      return setItemStatus(state, change, time);
    case "item_extracted":
      return extractItem(state, change, time);
    case "item_completed":
      return completeItem(state, change, time);
    case "extraction_completed":
      return emit({ ...state, extraction_completed_at: time }, "verification.v2.extraction_completed", {
        ...baseFields(state),
        extraction_completed_at: time,
      });
    case "findings":
      return runFindings(state, change, "provisional", time);
    case "old_findings":
      return silently({
        ...state,
        findings: { items: inEnum(change.findings), computed_at: null, source: null, run_id: null },
      });
    case "finished":
      return finish(state, change, time);
    case "finished_unchanged":
      return finishUnchanged(state);
    case "reopened":
      if (state.status !== "finished") throw new ChangeRefused("only a finished verification is reopened");
      return silently({ ...state, status: "pending" });
    case "status":
      return silently({ ...state, status: change.to });
    case "label_added":
      return addLabel(state, change, time);
    case "label_comment":
      return changeLabelComment(state, change, time);
    case "label_removed":
      return removeLabel(state, change, time);
    case "person_added":
      return silently(addPerson(state, change));
    case "curp_searched":
      return endCurpSearch(state, change);
  }
}

const silently = (state: VerificationState): Advanced => ({ state, events: [] });

function setDocumentsStatus(before: VerificationState, change: ChangeOf<"documents_status">, time: string): Advanced {
  // The event states a change of documents_status: an equal value is no change.
  if (before.documents_status === change.to) return silently(before);
  const state = { ...before, documents_status: change.to };
  const { account_name: _, ...base } = baseFields(state);
  const data = {
    ...base,
    documents_status: state.documents_status,
    previous_documents_status: before.documents_status,
    updated_at: time,
  };
  return emit(state, "verification.v2.document_status_updated", data);
}

const inEnum = (findings: FindingsState["items"]) =>
  findings.filter((finding) => SEVERITIES.some((severity) => severity === finding.severity));

function runFindings(
  before: VerificationState,
  change: ChangeOf<"findings"> | ChangeOf<"finished">,
  source: "provisional" | "final",
  time: string,
): Advanced {
  if (source === "provisional" && before.status === "finished") {
    throw new ChangeRefused("a provisional run needs an open verification");
  }
  const items = inEnum(change.findings);
  const data = {
    verification_id: before.verification_id,
    account_id: before.account_id,
    findings: items,
    source,
    computed_at: time,
    run_id: change.run_id,
  };
  const findings = { items, computed_at: time, source, run_id: change.run_id };
  return emit({ ...before, findings }, "verification.v2.findings.updated", data);
}

/** The final run is computed and emitted before `finished` is published (interface, Findings runs). */
function finish(before: VerificationState, change: ChangeOf<"finished">, time: string): Advanced {
  if (before.status === "finished") throw new ChangeRefused("the verification is finished");
  const final = runFindings(before, change, "final", time);
  const state = { ...final.state, status: "finished" as const };
  return { state, events: [...final.events, { event_name: "verification.v2.finished", data: baseFields(state) }] };
}

/** After a reopening a new final run is made only if the file has changed (interface, States: Reopening). */
function finishUnchanged(before: VerificationState): Advanced {
  if (before.status === "finished" || before.findings?.source !== "final") {
    throw new ChangeRefused("only a reopened verification finishes without a run");
  }
  const state = { ...before, status: "finished" as const };
  return emit(state, "verification.v2.finished", baseFields(state));
}
