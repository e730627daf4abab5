"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Chip, FilterChips } from "#components/list/filter-chips.tsx";
import { useDayWords } from "#components/list/use-day-words.ts";
import { shortId } from "#components/ui/copy-id.tsx";
import { auditUsersOptions } from "#lib/browser/audit.ts";
import { type AuditFilter, EMPTY_AUDIT_FILTER, NOBODY } from "#lib/contract/audit/audit-filter.ts";

type Props = {
  filter: AuditFilter;
  change: (part: Partial<AuditFilter>) => void;
  focusElsewhere: () => void;
};

/** What narrows the trail, in words. */
export function AuditChips({ filter, ...rest }: Props) {
  return <FilterChips chips={useChips(filter)} empty={EMPTY_AUDIT_FILTER} {...rest} />;
}

function useChips({ id, family, action, user, outcome, address, from, to }: AuditFilter): Chip<AuditFilter>[] {
  const t = useTranslations("audit");
  const days = useDayWords();
  const emailOf = useUserWords(user.length > 0);
  const chips: Omit<Chip<AuditFilter>, "key">[] = [
    ...(id === null ? [] : [{ name: t("filters.id"), value: id, without: { id: null } }]),
    ...family.map((one) => ({
      name: t("filters.family"),
      value: t(`family.${one}`),
      without: { family: family.filter((other) => other !== one) },
    })),
    ...action.map((one) => ({
      name: t("filters.action"),
      value: t(`action.${one}`),
      without: { action: action.filter((other) => other !== one) },
    })),
    ...user.map((one) => ({
      name: t("filters.user"),
      value: emailOf(one),
      title: one,
      without: { user: user.filter((other) => other !== one) },
    })),
    ...(address === null ? [] : [{ name: t("filters.address"), value: address, without: { address: null } }]),
    ...outcome.map((one) => ({
      name: t("filters.outcome"),
      value: t(`outcome.${one}`),
      without: { outcome: outcome.filter((other) => other !== one) },
    })),
    ...(from === null ? [] : [{ name: t("filters.from"), value: days.from(from), without: { from: null } }]),
    ...(to === null ? [] : [{ name: t("filters.to"), value: days.until(to), without: { to: null } }]),
  ];
  return chips.map((chip) => ({ ...chip, key: `${chip.name} ${chip.title ?? chip.value}` }));
}

/** What a user of the trail is called: their email, or their id until that is known. */
export function useUserWords(enabled: boolean): (user: string) => string {
  const t = useTranslations("audit.filters");
  const { data } = useQuery({ ...auditUsersOptions(), enabled });
  return (user) => (user === NOBODY ? t("nobody") : (data?.find(({ id }) => id === user)?.email ?? shortId(user)));
}
