import { holdsCurp } from "#lib/contract/curp-shape.ts";
import { type IgnoredParameter, type Parameters, readParameters } from "#lib/contract/url-parameters.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_FAMILIES,
  type AuditAction,
  type AuditFamily,
  familyOf,
  SHOWN_OUTCOMES,
} from "./audit.ts";

const USER = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** In place of a user's id: what was done without anybody being signed in, by whoever knocked or by the installation. */
export const NOBODY = "nobody";

/** What the audit page shows: the same in its address, in `GET /api/audit` and in `GET /api/audit/export`. */
export type AuditFilter = {
  /** Any id that an entry names, whole. */
  id: string | null;
  family: AuditFamily[];
  /** These, and those of the families. */
  action: AuditAction[];
  /** Ids of users, or `nobody`: a name or an email stands in no address. */
  user: string[];
  outcome: (typeof SHOWN_OUTCOMES)[number][];
  /** An IP address. */
  address: string | null;
  /** When: inclusive, `YYYY-MM-DD` in UTC or an instant. */
  from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  to: string | null;
};

export const EMPTY_AUDIT_FILTER: AuditFilter = {
  id: null,
  family: [],
  action: [],
  user: [],
  outcome: [],
  address: null,
  from: null,
  to: null,
};

/** Of digits, dots, colons and the letters of IPv6: the database says whether it is one, and no other gets there. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** Reads the filter from URL parameters; lists are repeated parameters, or one with commas, or both. */
export function readAuditFilter(parameters: Parameters): { filter: AuditFilter; ignored: IgnoredParameter[] } {
  const { ignored, ignore, words, known, single, date } = readParameters(parameters);
  const users = words("user");
  const real = users.filter((user) => user === NOBODY || USER.test(user));
  const address = single("address");
  const filter = {
    id: single("id"),
    family: known("family", AUDIT_FAMILIES),
    action: known("action", AUDIT_ACTIONS),
    user: real.length < users.length ? ignore("user", "unknown_value", real) : real,
    outcome: known("outcome", SHOWN_OUTCOMES),
    address: address === null || isAddress(address) ? address : ignore("address", "unknown_value", null),
    from: date("from"),
    to: date("to"),
  };
  return { filter, ignored };
}

/** Whether it is an IP address, as browsers and servers read one in a URL. */
export const isAddress = (text: string): boolean =>
  ADDRESS.test(text) && URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}/`);

/** The parameters of a filter in a fixed order, so that equal filters have one address; nothing shaped like a CURP. */
export function writeAuditFilter(filter: AuditFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ["family", "action", "user", "outcome"] as const) {
    for (const value of filter[name]) parameters.append(name, value);
  }
  for (const name of ["id", "address", "from", "to"] as const) {
    const value = filter[name];
    if (value !== null && !holdsCurp(value)) parameters.set(name, value);
  }
  return parameters;
}

export const narrowsAudit = (filter: AuditFilter): boolean => writeAuditFilter(filter).size > 0;

/** The actions that the filter names, by name and by family; none where all are. */
export const actionsOf = ({ action, family }: Pick<AuditFilter, "action" | "family">): AuditAction[] =>
  AUDIT_ACTIONS.filter((one) => action.includes(one) || family.includes(familyOf(one)));
