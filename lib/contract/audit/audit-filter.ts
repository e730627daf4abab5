import { curpEndsIn } from "#lib/contract/people/people-search.ts";
import { defineFilter, moment, searchText, someOf, text, words } from "#lib/contract/url-parameters.ts";
import { mayStandInAddress } from "#lib/contract/verifications/verification-filter.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_FAMILIES,
  type AuditAction,
  type AuditFamily,
  familyOf,
  SHOWN_OUTCOMES,
} from "./audit.ts";

const USER = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** In place of a user's id: what was done without a session, by an anonymous caller or by the installation. */
export const NO_USER = "nobody";

export const isTrailUser = (user: string): boolean => user === NO_USER || USER.test(user);

/** The filter of the audit page, of `GET /api/audit` and of `GET /api/audit/export`. */
export type AuditFilter = {
  /**
   * Any id that an entry names, whole; or the file, account or person that it names, by words: of a file its tag, title or
   * tax id, of an account its name or email, of a person the name, or the CURP as the search of people takes it. In an
   * address only if `mayStandInAuditAddress`, and there it finds no person.
   */
  q: string | null;
  /** Any id that an entry names, whole. */
  id: string | null;
  family: AuditFamily[];
  /** These, and those of the families. */
  action: AuditAction[];
  /** Ids of users, or `nobody`: a name or an email appears in no URL. */
  user: string[];
  outcome: (typeof SHOWN_OUTCOMES)[number][];
  /** An IP address. */
  address: string | null;
  /** When: inclusive, `YYYY-MM-DD` in UTC or an instant. */
  from: string | null;
  /** Exclusive when an instant, inclusive when a day. */
  to: string | null;
};

/** Of digits, dots, colons and the letters of IPv6: the database says whether it is one, and no other gets there. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** Whether it is an IP address, as browsers and servers read one in a URL. */
export const isAddress = (text: string): boolean =>
  ADDRESS.test(text) && URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}/`);

/**
 * Whether text that is searched may stand in an address: what looks like an id or a tag, and not like the ends of a CURP.
 */
export const mayStandInAuditAddress = (text: string): boolean => mayStandInAddress(text) && curpEndsIn(text) === null;

export const AUDIT_FILTER = defineFilter<AuditFilter>({
  q: searchText(mayStandInAuditAddress),
  family: someOf(AUDIT_FAMILIES),
  action: someOf(AUDIT_ACTIONS),
  user: words(isTrailUser),
  outcome: someOf(SHOWN_OUTCOMES),
  id: text(),
  address: text(isAddress),
  from: moment,
  to: moment,
});

/** The actions that a filter names, by themselves or by their family; none where all are. */
export const actionsOf = ({ action, family }: Pick<AuditFilter, "action" | "family">): AuditAction[] =>
  AUDIT_ACTIONS.filter((one) => action.includes(one) || family.includes(familyOf(one)));
