import {
  type Incompleteness,
  type OutageCause,
  PARTS,
  type Part,
} from "#lib/core/contract/verifications/incomplete.ts";
import type { FindingsRun, TimelineEntry, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { type Instant, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";
import type { NewestReading } from "./newest-reading.ts";

/** A period of lost deliveries; `to` is null while it continues. */
export type Loss = { from: Instant; to: Instant | null; cause: OutageCause };

/** Parts that no read shows; `items` includes the time at which the extraction of all items completed. */
const EVENT_ONLY_PARTS: readonly Part[] = ["documents_status_timeline", "items", "labels"];

/** After this time without a fact a verification counts as inactive (design §5). */
const INACTIVE_AFTER_MS = 30 * 24 * 3_600_000;

export type Activity = { created_at: Instant | null; last_activity_at: Instant | null; status: string | null };

/**
 * Whether a verification existed during a loss and was active at its beginning. A finished verification is inactive
 * until its next fact: a read after the outage shows a reopening.
 */
function affects({ from, to }: Loss, { created_at, last_activity_at, status }: Activity): boolean {
  const existed = created_at === null || to === null || created_at < to;
  const restsFrom = status === "finished" ? from : instantFromMs(instantToMs(from) - INACTIVE_AFTER_MS);
  return existed && (last_activity_at === null || last_activity_at > restsFrom);
}

/**
 * Whether a read shows that the file did not change during a loss: the read began later, and the service's findings are
 * older. Findings are computed again when an item has completed, and when a verification with a changed file finishes
 * (interface, States: Findings runs).
 */
const showsNoChange = ({ from, to }: Loss, reading: NewestReading | null): reading is NewestReading =>
  reading !== null &&
  to !== null &&
  reading.read_at > to &&
  !reading.undated_findings &&
  (reading.findings_computed_at ?? "") <= from;

/**
 * Whether a part that no read shows cannot have changed during a loss. A documents_status that differs from the
 * reported one is a contradiction; an item may be in progress until the verification has finished.
 */
function isUnchanged(part: Part, loss: Loss, reading: NewestReading | null): boolean {
  if (!showsNoChange(loss, reading)) return false;
  if (part === "documents_status_timeline") return reading.documents_reported;
  return part === "items" && reading.status === "finished";
}

/** The parts of a list row with possibly missing events; `contradictions` is from its summary. */
export function incompleteParts(
  contradictions: readonly string[],
  losses: readonly Loss[],
  file: Activity,
  reading: NewestReading | null,
): Part[] {
  const own = losses.filter((loss) => affects(loss, file));
  const isLost = (part: Part) =>
    EVENT_ONLY_PARTS.includes(part) && own.some((loss) => !isUnchanged(part, loss, reading));
  // A read proves the status, but versions before 0.3.0 stored a contradiction for a finish without an event.
  const contradicts = (part: Part) => part !== "status" && contradictions.includes(part);
  return PARTS.filter((part) => contradicts(part) || isLost(part));
}

export type FileFacts = Activity & {
  status_at: Instant | null;
  documents_status: string | null;
  documents_status_at: Instant | null;
  timeline: readonly TimelineEntry[];
  /** The current run first. */
  runs: readonly FindingsRun[];
  items: readonly VerificationItem[];
  /** Whether the event of its creation is known. */
  created: boolean;
  first_event_at: Instant | null;
  reading: NewestReading | null;
  /** Time at which the newest read of its people began. */
  people_read_at: Instant | null;
  /** Only events state the document, time and `people_error` of a person's lookup. */
  has_people: boolean;
  /** Whether a person has a lookup result that no event reported. */
  has_unreported_lookups: boolean;
};

/**
 * Possible gaps, in the order of `PARTS`, the latest first. A read begun after a loss proves the parts that it shows,
 * and the parts that cannot have changed if it shows that the file did not change.
 */
export function findIncompleteness(known: FileFacts, losses: readonly Loss[]): Incompleteness[] {
  const lost = losses
    .filter((loss) => affects(loss, known))
    .flatMap((loss) =>
      PARTS.filter((part) => !isProven(part, loss, known)).map((part) => ({
        part,
        from: loss.from,
        to: loss.to,
        reason: loss.cause,
      })),
    );
  const found: Incompleteness[] = [
    ...contradictionsOf(known).map((contradiction) => ({ ...contradiction, reason: "contradiction" as const })),
    ...lost,
  ];
  const rank = ({ part, to }: Incompleteness): [number, string] => [PARTS.indexOf(part), to ?? "z"];
  return found.toSorted((a, b) => {
    const [[place, end], [otherPlace, otherEnd]] = [rank(a), rank(b)];
    return place - otherPlace || (end < otherEnd ? 1 : end > otherEnd ? -1 : 0);
  });
}

function isProven(part: Part, loss: Loss, known: FileFacts): boolean {
  if (loss.to === null) return false;
  const { reading, people_read_at, has_people, has_unreported_lookups } = known;
  const wasRead = reading !== null && reading.read_at > loss.to;
  if (part === "findings" || part === "status") return wasRead;
  if (part !== "people") return isUnchanged(part, loss, reading);
  // A lookup follows a document, or the addition of a person (interface, Events; States: Reopening).
  const isKnown = !has_people || (showsNoChange(loss, reading) && !has_unreported_lookups);
  return isKnown && people_read_at !== null && people_read_at > loss.to;
}

type Contradiction = Omit<Incompleteness, "reason">;

/** Contradictory facts: an event between the two times is missing or late. */
function contradictionsOf(known: FileFacts): Contradiction[] {
  return [...gaps(known), ...unreportedRun(known.runs), ...unfinishedItems(known), ...unknownBeginning(known)];
}

/** Missing events between two changes; or at the end, if only a read states the current value. */
function gaps({ timeline, documents_status, documents_status_at }: FileFacts): Contradiction[] {
  const part = "documents_status_timeline";
  const found: Contradiction[] = timeline.flatMap(({ at, gap }, index) =>
    gap ? [{ part, from: timeline[index - 1]?.at ?? null, to: at }] : [],
  );
  const last = timeline.at(-1);
  if (last && last.to !== documents_status) found.push({ part, from: last.at, to: documents_status_at });
  return found;
}

/** The current run, if only a read shows it: its source and id are unknown. */
function unreportedRun([current, ...earlier]: readonly FindingsRun[]): Contradiction[] {
  if (current?.found_by !== "api" || current.computed_at === null) return [];
  const before = earlier.find(({ found_by }) => found_by === "event");
  return [{ part: "findings", from: before?.computed_at ?? null, to: current.computed_at }];
}

/** Items without a known completion in a finished verification. */
function unfinishedItems({ status, status_at, items }: FileFacts): Contradiction[] {
  if (status !== "finished") return [];
  const since = items.flatMap(({ completed_at, history }) => (completed_at === null ? (history.at(-1)?.at ?? []) : []));
  const from = since.toSorted()[0];
  return from === undefined ? [] : [{ part: "items", from, to: status_at }];
}

/** Without the event of the creation, as for verifications older than our webhook, all parts may have earlier events. */
function unknownBeginning({ created, created_at, first_event_at }: FileFacts): Contradiction[] {
  return created ? [] : EVENT_ONLY_PARTS.map((part) => ({ part, from: created_at, to: first_event_at }));
}
