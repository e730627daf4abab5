import type { Locale } from "#lib/contract/preferences.ts";
import enAccess from "#messages/en/access.json";
import enAccount from "#messages/en/account.json";
import enAudit from "#messages/en/audit.json";
import enCurpFile from "#messages/en/curp-file.json";
import enDecision from "#messages/en/decision.json";
import enDecisions from "#messages/en/decisions.json";
import enDeliveries from "#messages/en/deliveries.json";
import enExport from "#messages/en/export.json";
import enFileTitles from "#messages/en/file-titles.json";
import enFirstSteps from "#messages/en/first-steps.json";
import enImport from "#messages/en/import.json";
import enKeys from "#messages/en/keys.json";
import enKeysHelp from "#messages/en/keys-help.json";
import enLetter from "#messages/en/letter.json";
import enList from "#messages/en/list.json";
import enMorning from "#messages/en/morning.json";
import enNotes from "#messages/en/notes.json";
import enOriginals from "#messages/en/originals.json";
import enOverview from "#messages/en/overview.json";
import enPdf from "#messages/en/pdf.json";
import enPeople from "#messages/en/people.json";
import enPolicies from "#messages/en/policies.json";
import enPrivacy from "#messages/en/privacy.json";
import enRequest from "#messages/en/request.json";
import enReview from "#messages/en/review.json";
import enReviewActions from "#messages/en/review-actions.json";
import enReviewBulk from "#messages/en/review-bulk.json";
import enReviewFile from "#messages/en/review-file.json";
import enReviewPolicy from "#messages/en/review-policy.json";
import enReviewQueue from "#messages/en/review-queue.json";
import enSandbox from "#messages/en/sandbox.json";
import enSecrets from "#messages/en/secrets.json";
import enServiceProblems from "#messages/en/service-problems.json";
import enShell from "#messages/en/shell.json";
import enSystem from "#messages/en/system.json";
import enUsers from "#messages/en/users.json";
import enVerification from "#messages/en/verification.json";
import enVerifications from "#messages/en/verifications.json";
import enViews from "#messages/en/views.json";
import enWebhooks from "#messages/en/webhooks.json";
import esAccess from "#messages/es-MX/access.json";
import esAccount from "#messages/es-MX/account.json";
import esAudit from "#messages/es-MX/audit.json";
import esCurpFile from "#messages/es-MX/curp-file.json";
import esDecision from "#messages/es-MX/decision.json";
import esDecisions from "#messages/es-MX/decisions.json";
import esDeliveries from "#messages/es-MX/deliveries.json";
import esExport from "#messages/es-MX/export.json";
import esFileTitles from "#messages/es-MX/file-titles.json";
import esFirstSteps from "#messages/es-MX/first-steps.json";
import esImport from "#messages/es-MX/import.json";
import esKeys from "#messages/es-MX/keys.json";
import esKeysHelp from "#messages/es-MX/keys-help.json";
import esLetter from "#messages/es-MX/letter.json";
import esList from "#messages/es-MX/list.json";
import esMorning from "#messages/es-MX/morning.json";
import esNotes from "#messages/es-MX/notes.json";
import esOriginals from "#messages/es-MX/originals.json";
import esOverview from "#messages/es-MX/overview.json";
import esPdf from "#messages/es-MX/pdf.json";
import esPeople from "#messages/es-MX/people.json";
import esPolicies from "#messages/es-MX/policies.json";
import esPrivacy from "#messages/es-MX/privacy.json";
import esRequest from "#messages/es-MX/request.json";
import esReview from "#messages/es-MX/review.json";
import esReviewActions from "#messages/es-MX/review-actions.json";
import esReviewBulk from "#messages/es-MX/review-bulk.json";
import esReviewFile from "#messages/es-MX/review-file.json";
import esReviewPolicy from "#messages/es-MX/review-policy.json";
import esReviewQueue from "#messages/es-MX/review-queue.json";
import esSandbox from "#messages/es-MX/sandbox.json";
import esSecrets from "#messages/es-MX/secrets.json";
import esServiceProblems from "#messages/es-MX/service-problems.json";
import esShell from "#messages/es-MX/shell.json";
import esSystem from "#messages/es-MX/system.json";
import esUsers from "#messages/es-MX/users.json";
import esVerification from "#messages/es-MX/verification.json";
import esVerifications from "#messages/es-MX/verifications.json";
import esViews from "#messages/es-MX/views.json";
import esWebhooks from "#messages/es-MX/webhooks.json";

/**
 * All words, a file a namespace and language. A language that lacks a word of the other does not compile. The imports say
 * nothing of JSON: what the bundler makes of these files is a module of parsed messages (`next.config.ts`).
 */
const en = {
  access: enAccess,
  account: enAccount,
  audit: enAudit,
  "curp-file": enCurpFile,
  decision: enDecision,
  decisions: enDecisions,
  deliveries: enDeliveries,
  export: enExport,
  "file-titles": enFileTitles,
  "first-steps": enFirstSteps,
  keys: enKeys,
  import: enImport,
  "keys-help": enKeysHelp,
  "service-problems": enServiceProblems,
  letter: enLetter,
  list: enList,
  morning: enMorning,
  notes: enNotes,
  originals: enOriginals,
  overview: enOverview,
  pdf: enPdf,
  people: enPeople,
  policies: enPolicies,
  privacy: enPrivacy,
  request: enRequest,
  review: enReview,
  "review-actions": enReviewActions,
  "review-file": enReviewFile,
  "review-queue": enReviewQueue,
  "review-bulk": enReviewBulk,
  "review-policy": enReviewPolicy,
  sandbox: enSandbox,
  secrets: enSecrets,
  shell: enShell,
  system: enSystem,
  users: enUsers,
  verification: enVerification,
  verifications: enVerifications,
  views: enViews,
  webhooks: enWebhooks,
};

export const MESSAGES: Record<Locale, typeof en> = {
  en,
  "es-MX": {
    access: esAccess,
    account: esAccount,
    audit: esAudit,
    "curp-file": esCurpFile,
    decision: esDecision,
    decisions: esDecisions,
    deliveries: esDeliveries,
    export: esExport,
    "file-titles": esFileTitles,
    "first-steps": esFirstSteps,
    keys: esKeys,
    import: esImport,
    "keys-help": esKeysHelp,
    "service-problems": esServiceProblems,
    letter: esLetter,
    list: esList,
    morning: esMorning,
    notes: esNotes,
    originals: esOriginals,
    overview: esOverview,
    pdf: esPdf,
    people: esPeople,
    policies: esPolicies,
    privacy: esPrivacy,
    request: esRequest,
    review: esReview,
    "review-actions": esReviewActions,
    "review-file": esReviewFile,
    "review-queue": esReviewQueue,
    "review-bulk": esReviewBulk,
    "review-policy": esReviewPolicy,
    sandbox: esSandbox,
    secrets: esSecrets,
    shell: esShell,
    system: esSystem,
    users: esUsers,
    verification: esVerification,
    verifications: esVerifications,
    views: esViews,
    webhooks: esWebhooks,
  },
};
