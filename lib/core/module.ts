import {
  ADMINS,
  ALL_BUT_AUDITORS,
  FILE,
  type KeyOfFile,
  type ModuleManifest,
  REVIEWERS,
  ROLES,
} from "#lib/platform/manifest.ts";

const DETAIL = [
  ["verifications", "detail", FILE],
  ["verifications", "events", FILE],
] as const satisfies readonly KeyOfFile[];
/** The queries about a file and its deliveries. */
export const QUERIES_OF_FILE = [["deliveries"], ...DETAIL] as const satisfies readonly KeyOfFile[];
const PEOPLE = [...QUERIES_OF_FILE, ["people", "verification", FILE]] as const satisfies readonly KeyOfFile[];

/** The manifest of `core`: events, verifications, people, documents, webhooks, keys. */
export const core = {
  actions: {
    people: {
      // `opened`: the data of people of one verification, on any page; `named`: their names only, in the list of a file.
      // `searched`: across files, the kind of text and never the text.
      people: ["opened", "named", "searched"],
      // The PDF of one person.
      curp_pdf: ["opened"],
    },
    verifications: {
      // `opened` by a page or another system.
      verification: ["opened", "read"],
      verifications: ["imported", "exported"],
      // `original`: a redirect to the original of an item; `originals`: the address of originals.
      original: ["opened"],
      originals: ["changed"],
      // The fields of the service's answers for a file's title and tax id.
      title_fields: ["chosen"],
    },
    webhooks: {
      // `tested`: a signed sample was sent to its address.
      webhook: ["created", "changed", "deleted", "tested"],
      webhook_secret: ["replacement_begun", "replacement_moved"],
      receiver: ["connected"],
      // `dismissed`: the outage marks no verification any more.
      outage: ["dismissed"],
      // `opened`: its payload.
      delivery: ["opened", "retried"],
      deliveries: ["retried"],
    },
    keys: {
      api_key: ["created", "deleted", "checked", "adopted"],
      // `ended`: the worker has come to its end.
      rotation: ["begun", "resumed", "ended"],
      key_replacement: ["begun", "minted", "switched", "switched_back", "finished", "cancelled"],
      // A once-only value: shown again by a page; confirmed as stored by its user; expired without confirmation.
      reveal: ["shown", "stored", "expired"],
    },
    access: { need_to_know: ["changed"] },
  },
  ids: {
    verification_id: "identifier",
    people_ids: "numericIds",
    // Files shown by a search.
    verification_ids: "identifiers",
    item_id: "numericId",
    webhook_id: "identifier",
    // The other webhook of a running replacement.
    new_webhook_id: "identifier",
    api_key_id: "identifier",
    new_api_key_id: "identifier",
    delivery_id: "number",
    receiver_id: "identifier",
    outage_id: "number",
    rotation_id: "uuid",
    replacement_id: "uuid",
    reveal_id: "uuid",
  },
  permissions: {
    "verifications.read": {
      roles: ROLES,
      allows: "List, search and open verifications, refresh one, follow them live, read notes about them.",
      forTokens: true,
    },
    "exports.read": { roles: ROLES, allows: "Export the list of verifications.", forTokens: true },
    "documents.open": {
      roles: ALL_BUT_AUDITORS,
      allows: "Open the PDF of a person's CURP, and the originals of items.",
    },
    "verifications.import": { roles: REVIEWERS, allows: "Add verifications by their ids." },
    "people.read": { roles: ROLES, allows: "Search people, open them, see their openings." },
    "webhooks.manage": {
      roles: ADMINS,
      allows: "See, create, change and delete webhooks, replace their secrets, connect the receiver.",
    },
    "deliveries.manage": {
      roles: ADMINS,
      allows: "Search deliveries with their payloads and refusals, retry failed ones, check signatures.",
    },
    "keys.manage": {
      roles: ADMINS,
      allows: "See, create and delete API keys, rotate the dashboard's own, replace other systems' keys.",
    },
    "secrets.reveal": {
      roles: ADMINS,
      allows: "See a newly created key or secret again, until it is confirmed as stored.",
    },
  },
  alerts: {
    connection: ["no_events", "deliveries_refused", "webhook_problem", "key_refused", "service_failing"],
    security: ["secret_revealed", "large_export", "many_people_opened", "many_files_opened"],
    operation: ["clock_wrong", "worker_behind", "rows_set_aside"],
  },
  reveals: { api_key: "api_key_id", webhook_secret: "webhook_id" },
  live: {
    status: { ofFile: true, keys: QUERIES_OF_FILE },
    documents_status: { ofFile: true, keys: QUERIES_OF_FILE },
    findings: { ofFile: true, keys: QUERIES_OF_FILE },
    // People contain the documents from which they come.
    items: { ofFile: true, keys: PEOPLE },
    labels: { ofFile: true, keys: QUERIES_OF_FILE },
    people: { ofFile: true, keys: PEOPLE },
    snapshot: { ofFile: true, keys: QUERIES_OF_FILE },
    delivery: { ofFile: true, keys: QUERIES_OF_FILE },
    erased: { ofFile: true, keys: QUERIES_OF_FILE },
  },
} as const satisfies ModuleManifest;
