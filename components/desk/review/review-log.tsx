import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/kit/loaded.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import type { RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { reviewLogOptions } from "#lib/desk/browser/reviews.ts";
import type { ReviewLogEntry } from "#lib/desk/contract/review/log.ts";
import { Differences } from "./differences.tsx";
import { usePointName } from "./point-name.ts";
import { ReasonName } from "./reason-name.tsx";
import { useFollowUpDay } from "./review-marks.tsx";

/** The log of the review, newest first. Entries are never changed. */
export function ReviewLog({ verificationId }: { verificationId: string }) {
  const t = useTranslations("review-actions.log");
  const query = useQuery(reviewLogOptions(verificationId));
  return (
    <Loaded query={query} label={t("loading")} height="mt-2 h-4 max-w-64" failed={() => t("failed")}>
      {({ items }) => (
        <ol className="mt-2 space-y-2">
          {items.map((entry) => (
            <Entry key={entry.entry_id} verificationId={verificationId} entry={entry} />
          ))}
        </ol>
      )}
    </Loaded>
  );
}

function Entry({ verificationId, entry }: { verificationId: string; entry: ReviewLogEntry }) {
  const t = useTranslations("review-actions.log");
  const review = useTranslations("review");
  const decide = useTranslations("review-actions.decide");
  const standing = useTranslations("review-file");
  const dayOf = useFollowUpDay();
  const { at, kind, user, resolution, reason_code, reason, assignee } = entry;
  const { follow_up_on, review_on, reasons, differences, request, together } = entry;
  const about =
    kind === "assigned"
      ? (assignee?.name ?? review("assignee.none"))
      : kind === "waited"
        ? follow_up_on && review("until", { day: dayOf(follow_up_on) })
        : kind === "opened" || kind === "returned" || kind === "vanished"
          ? reasons.map((reason) => review(`reason.${reason}`)).join(", ")
          : resolution && (kind === "submitted" ? decide(resolution) : review(`resolution.${resolution}`));
  return (
    <li className="wrap-anywhere">
      <ExactInstant at={at} seconds className="text-muted-foreground tabular-nums" />{" "}
      <span className="font-medium">
        {t(`kind.${kind === "withdrawn" && user === null ? "withdrawnByRules" : kind}`)}
      </span>
      {about && <span>{`: ${about}`}</span>}
      {reason_code !== null && (
        <span>
          {" · "}
          <ReasonName code={reason_code} />
        </span>
      )}
      <span className="text-muted-foreground">{` · ${user?.name ?? t("rules")}`}</span>
      {request.length > 0 && <Points id={verificationId} points={request} />}
      {review_on !== null && <span className="block">{standing("reviewOn", { day: dayOf(review_on) })}</span>}
      {together !== null && <span className="block">{t("together", { count: together })}</span>}
      {reason !== null && <span className="block">“{reason}”</span>}
      {differences.length > 0 && (
        <div className="mt-1 ml-3">
          <Differences differences={differences} />
        </div>
      )}
    </li>
  );
}

/** The points of the request to the customer. People are named if their names are already loaded. */
function Points({ id, points }: { id: string; points: readonly RequestPoint[] }) {
  const t = useTranslations("review-actions.log");
  const { data } = useQuery({ ...verificationPeopleOptions(id), enabled: false });
  const nameOf = usePointName(data?.full_list ?? []);
  return <span className="block">{t("asked", { points: points.map(nameOf).join("; ") })}</span>;
}
