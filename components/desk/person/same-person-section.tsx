import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { personHref } from "#components/core/people/person-place.ts";
import { Retry } from "#components/kit/buttons.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useCodeWords } from "#components/kit/words.tsx";
import { samePersonOptions } from "#lib/core/browser/people.ts";
import type { SamePerson } from "#lib/core/contract/people/people-search.ts";
import { shortId } from "#lib/platform/contract/text.ts";

export function SamePersonSection({ verificationId, personId }: { verificationId: string; personId: number }) {
  const t = useTranslations("people.card.others");
  const query = useQuery(samePersonOptions(verificationId, personId));
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <Section id="others" title={t("title")} count={items.length > 0 && !data?.has_more ? items.length : undefined}>
      {items.length > 0 ? (
        <>
          <ul className="-my-2 divide-y divide-border">
            {withKeys(items, ({ verification_id, people_id }) => [verification_id, String(people_id)]).map(
              ({ key, item }) => (
                <Other key={key} other={item} />
              ),
            )}
          </ul>
          {data?.has_more && <p className="mt-4 text-muted-foreground text-xs">{t("more")}</p>}
        </>
      ) : (
        <EmptySection>{t(data ? "none" : query.isError ? "failed" : "loading")}</EmptySection>
      )}
      {query.isError && <Retry query={query} className="mt-3" />}
    </Section>
  );
}

function Other({ other }: { other: SamePerson }) {
  const roleName = useCodeWords("people.role");
  const { verification_id, tag, title, role, outcome, people_error } = other;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 text-sm">
      <span className="wrap-anywhere min-w-0">
        <TextLink href={personHref(other)} className="font-medium text-foreground">
          {title ?? tag ?? shortId(verification_id)}
        </TextLink>
        <span className="text-muted-foreground text-xs">
          {title !== null && tag !== null && <WholeTags>{` ${tag}`}</WholeTags>}
          {role !== null && <span>{` · ${roleName(role)}`}</span>}
        </span>
      </span>
      <PeopleOutcomeMark outcome={outcome} code={people_error} />
    </li>
  );
}
