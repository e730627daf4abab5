import { UserPen, Users } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Announced } from "#components/kit/announced.tsx";
import { Hint } from "#components/kit/hint.tsx";
import type { Colleague } from "#lib/core/contract/verifications/presence.ts";
import { cn } from "@/components/ui/cn";
import { useColleagues } from "./use-presence.ts";

/** Further colleagues are only counted. */
const MAX_NAMED = 3;

/** A sentence for each reader of the file, deciding readers first. */
function usePresenceWords(): (colleagues: readonly Colleague[]) => string[] {
  const t = useTranslations("shell.presence");
  const locale = useLocale();
  const namesOf = (people: readonly Colleague[]) => {
    const named = people.slice(0, MAX_NAMED).map(({ name }) => name);
    const more = people.length - named.length;
    const all = more > 0 ? [...named, t("more", { count: String(more) })] : named;
    return new Intl.ListFormat(locale).format(all);
  };
  return (colleagues) =>
    (["deciding", "open"] as const).flatMap((what) => {
      const people = colleagues.filter(({ deciding }) => deciding === (what === "deciding"));
      if (people.length === 0) return [];
      return t(people.length === 1 ? `${what}One` : `${what}Many`, { names: namesOf(people) });
    });
}

type Props = { verificationId: string };

/** The other readers of a file, announced when they change. */
export function Colleagues({ verificationId }: Props) {
  const colleagues = useColleagues(verificationId);
  const words = usePresenceWords();
  const isDecided = colleagues.some(({ deciding }) => deciding);
  return (
    <Announced
      as="p"
      className={cn(
        "flex items-center gap-1.5 text-xs empty:hidden print:hidden",
        isDecided ? "font-medium text-high" : "text-muted-foreground",
      )}
    >
      {colleagues.length > 0 && (
        <>
          <ColleaguesIcon deciding={isDecided} />
          <span className="wrap-anywhere">{words(colleagues).join(" ")}</span>
        </>
      )}
    </Announced>
  );
}

/** Readers who decide differ from others by shape too, not by colour alone. */
export function ColleaguesIcon({ deciding }: { deciding: boolean }) {
  const Icon = deciding ? UserPen : Users;
  return <Icon aria-hidden className="size-3" />;
}

/** The other readers of a file as a mark in a row, with the sentences on hover and for screen readers. */
export function ColleaguesMark({ verificationId }: Props) {
  const colleagues = useColleagues(verificationId);
  const words = usePresenceWords();
  if (colleagues.length === 0) return null;
  const said = words(colleagues).join(" ");
  const isDecided = colleagues.some(({ deciding }) => deciding);
  return (
    <Hint text={said}>
      <span
        className={cn(
          "inline-flex shrink-0 items-center gap-0.5 text-xs",
          isDecided ? "text-high" : "text-muted-foreground",
        )}
      >
        <ColleaguesIcon deciding={isDecided} />
        <span className="sr-only">{said}</span>
      </span>
    </Hint>
  );
}
