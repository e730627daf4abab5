import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { assigneeName } from "#components/desk/review/workload.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { heldReviewsOptions } from "#lib/access/browser/users.ts";
import type { ListedUser } from "#lib/access/contract/user.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";

type Props = { user: ListedUser; to: string; onTo: (to: string) => void };

/** The files of an officer who will no longer decide, and the choice of their new assignee. Empty without files. */
export function HandOver({ user, to, onTo }: Props) {
  const t = useTranslations("users.handOver");
  const held = useHeldReviews(user);
  const { data: choices } = useQuery(reviewChoicesOptions());
  if (held.count === 0) return null;
  const others = new Map(choices?.assignees.map((one) => [one.user_id, assigneeName(one)]));
  others.delete(user.id);
  const more = held.count - held.files.length;
  return (
    <Alert variant="warning" className="block">
      <AlertTitle className="pb-1">{t("title", { name: user.name, count: held.count })}</AlertTitle>
      <AlertDescription className="space-y-2">
        <p className="wrap-anywhere">
          {held.files.map(({ name }) => name).join(" · ")}
          {more > 0 && <span>{` · ${t("more", { count: more })}`}</span>}
        </p>
        <SelectField
          label={t("to")}
          values={["", ...others.keys()]}
          nameOf={(id) => others.get(id) ?? t("nobody")}
          value={to}
          onChange={onTo}
        />
      </AlertDescription>
    </Alert>
  );
}

const NO_REVIEWS = { count: 0, files: [] };

/** The account's unresolved reviews, if its role may decide. */
export function useHeldReviews(user: ListedUser) {
  const decides = !user.disabled && may(user.role, "reviews.decide");
  const { data } = useQuery({ ...heldReviewsOptions(user.id), enabled: decides });
  return data ?? NO_REVIEWS;
}
