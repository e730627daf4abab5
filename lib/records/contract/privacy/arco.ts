import type { NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** The rights of the Mexican data law: acceso, rectificación, cancelación, oposición. */
export const ARCO_KINDS = ["access", "rectification", "cancellation", "opposition"] as const;
export type ArcoKind = (typeof ARCO_KINDS)[number];

export const ARCO_OUTCOMES = ["granted", "partly", "refused"] as const;
export type ArcoOutcome = (typeof ARCO_OUTCOMES)[number];

/** A refused request ends with its answer; other answers must then be executed. */
export type ArcoState = "open" | "answered" | "executed";

/** Code units of an answer, a reason or a note. */
export const MAX_ARCO_TEXT = 4_000;
/** Code units of a name. */
export const MAX_ARCO_NAME = 200;

/** A person or company. At least one of the fields is stated. */
export type ArcoSubject = {
  name: string | null;
  /** Shortened, `BOXW…09`; whole only in an answer that is recorded as an opening. */
  curp: string | null;
  verification_id: string | null;
};

/** An entry of `GET /api/privacy/requests`. */
export type ArcoRequest = {
  request_id: string;
  /** The number of the request on its receipt and its answer, from 1. */
  folio: number;
  kind: ArcoKind;
  state: ArcoState;
  outcome: ArcoOutcome | null;
  subject: ArcoSubject;
  received_at: Instant;
  /** The end of the period that runs: for the answer, or for its execution. Null once nothing is left to do. */
  due_at: Instant | null;
  /** The last day of this period in the zone of the policy, `YYYY-MM-DD`. */
  due_on: string | null;
  overdue: boolean;
  /** Working days from tomorrow to the last day; negative after it. */
  days_left: number | null;
  /** The one extension was used, for the answer or for the execution. */
  extended: boolean;
};

/** Maximal number of listed open requests, and of closed ones. */
export const MAX_LISTED = 500;

/** `GET /api/privacy/requests`: open requests by their deadline, then closed requests, the last received first. */
export type ArcoList = { items: ArcoRequest[]; open: number; overdue: number; total: number };

export type ArcoStep = {
  /** `identified`: the document by which the requester was identified. */
  step: "received" | "identified" | "extended" | "answered" | "executed" | "noted" | "extracted";
  at: Instant;
  /** The account's name at that time. */
  by: string | null;
  text: string | null;
};

/**
 * Why a person may be the subject: the same CURP; the same name, without a CURP that differs; a part of the name, or the
 * name with another CURP; or only a file that the request names.
 */
export type ArcoMatch = "curp" | "name" | "possible" | "file";

export type KeptPerson = {
  /** `verification_id/people_id/occurrence`, for the query of an extract. */
  key: string;
  verification_id: string;
  people_id: number | null;
  name: string | null;
  /** Shortened. */
  curp: string | null;
  match: ArcoMatch;
};

/** The kinds of data that are kept about a file, with their numbers. */
export const KEPT_KINDS = [
  "people",
  "deliveries",
  "readings",
  "decisions",
  "notes",
  "letters",
  "statements",
  "openings",
] as const;
export type KeptFile = {
  verification_id: string;
  tag: string | null;
  title: string | null;
  counts: Record<(typeof KEPT_KINDS)[number], number>;
};

/** Maximal number of people in an answer. */
export const MAX_KEPT_PEOPLE = 200;

export type ArcoKept = {
  people: KeptPerson[];
  files: KeptFile[];
  found: ListCount;
  /** The file that the request names; null if it names none. Only a known file was searched. */
  file: NamedFile | null;
  /** The stated CURP has a form that people mistype: nobody may have it. */
  curp_unusual: boolean;
};

/** Whether anything was searched: only then does an empty answer say that nothing is kept. */
export const wasSearched = ({ name, curp }: ArcoSubject, { file }: Pick<ArcoKept, "file">): boolean =>
  name !== null || curp !== null || file?.state === "known";

/** `GET /api/privacy/requests/{id}`. */
export type ArcoDetail = ArcoRequest & {
  log: ArcoStep[];
  kept: ArcoKept;
  /** The zone of the policy (IANA), in which deadlines end and papers state their times. */
  time_zone: string;
};

/** Maximal number of openings of a person in an answer, the newest. */
export const MAX_ARCO_OPENINGS = 200;

/** The openings of a person's data in a file (`GET …/openings`), the newest first. */
export type PersonOpenings = Pick<KeptPerson, "key" | "verification_id" | "name"> & {
  openings: {
    at: Instant;
    action: "people.opened" | "curp_pdf.opened";
    /** The account's present name, else its e-mail address at that time; the name of a token for another system. */
    by: string | null;
  }[];
};

/** The papers that a requester gets. */
export const ARCO_PAPERS = ["receipt", "answer"] as const;
export type ArcoPaper = (typeof ARCO_PAPERS)[number];

/** Which papers a request has: the receipt until the answer, then the answer. */
export const paperOf = ({ state }: Pick<ArcoRequest, "state">): ArcoPaper => (state === "open" ? "receipt" : "answer");

/** The text of the newest step of this kind; null without one. */
export const lastText = (log: readonly ArcoStep[], step: ArcoStep["step"]): string | null =>
  log.findLast((entry) => entry.step === step)?.text ?? null;

/** Whether an extract includes the person by default. */
export const isCertain = ({ match }: Pick<KeptPerson, "match">): boolean => match === "curp" || match === "name";
