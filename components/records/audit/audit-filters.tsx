import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useCallback, useId, useState } from "react";
import { Help } from "#components/kit/help.tsx";
import { ChoiceList } from "#components/kit/list/choice-list.tsx";
import { useDayWords, WhenFilter } from "#components/kit/list/day-range.tsx";
import type { FilterWords } from "#components/kit/list/filter-chips.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { SearchField } from "#components/kit/list/search-field.tsx";
import type { ListFilter } from "#components/kit/list/use-filter.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_FAMILIES,
  type AuditAction,
  type AuditFamily,
  SHOWN_OUTCOMES,
  type ShownOutcome,
} from "#lib/platform/contract/audit/audit.ts";
import { type AuditFilter, isAddress, NO_USER } from "#lib/platform/contract/audit/audit-filter.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import type { ActiveFilter } from "#lib/platform/contract/url-parameters.ts";
import { auditUsersOptions } from "#lib/records/browser/audit.ts";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { OutcomeMark } from "./outcome-mark.tsx";

type Props = { filter: ListFilter<AuditFilter>; list: ComponentProps<typeof SearchField>["list"] };

export function AuditFilters({ filter: { filter, change }, list }: Props) {
  const t = useTranslations("audit");
  const find = useCallback((q: string | null) => change({ q }), [change]);
  return (
    <section aria-label={t("filters.label")} className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField of="audit" value={filter.q} onSearch={find} posted="curps too" list={list} />
      <FilterPanel
        label={t("filters.action")}
        count={filter.family.length + filter.action.length}
        panelClassName="w-80"
      >
        <ChoiceList
          legend={t("filters.family")}
          values={AUDIT_FAMILIES}
          chosen={filter.family}
          onChange={(family) => change({ family })}
          nameOf={(family) => t(`family.${family}`)}
        />
        <ChoiceList
          legend={t("filters.one")}
          legendShown
          values={AUDIT_ACTIONS}
          chosen={filter.action}
          onChange={(action) => change({ action })}
          nameOf={(action) => t(`action.${action}`)}
        />
      </FilterPanel>
      <FilterPanel
        label={t("filters.who")}
        count={filter.user.length + filter.token.length + Number(filter.address !== null)}
        panelClassName="w-80"
      >
        <ActorPanel filter={filter} change={change} />
      </FilterPanel>
      <FilterPanel label={t("filters.outcome")} count={filter.outcome.length}>
        <ChoiceList
          legend={t("filters.outcome")}
          values={SHOWN_OUTCOMES}
          chosen={filter.outcome}
          onChange={(outcome) => change({ outcome })}
          nameOf={(outcome) => t(`outcome.${outcome}`)}
        >
          {(outcome) => <OutcomeMark outcome={outcome} />}
        </ChoiceList>
      </FilterPanel>
      <WhenFilter label={t("filters.when")} range={filter} onChange={change} />
      <Help of={t("page.title")}>{t("names")}</Help>
    </section>
  );
}

export function useFilterWords({ user, token }: Pick<AuditFilter, "user" | "token">) {
  const t = useTranslations("audit");
  const days = useDayWords();
  const { emailOf, tokenOf } = useTrailNames(user.length + token.length > 0);
  const wordsOf = ({ name, value }: ActiveFilter<AuditFilter>): FilterWords => {
    const named = { name: t(`filters.${name}`), value };
    switch (name) {
      case "family":
        return { ...named, value: t(`family.${value as AuditFamily}`) };
      case "action":
        return { ...named, value: t(`action.${value as AuditAction}`) };
      case "outcome":
        return { ...named, value: t(`outcome.${value as ShownOutcome}`) };
      case "user":
        return { ...named, value: emailOf(value), title: value };
      case "token":
        return { ...named, value: tokenOf(value), title: value };
      case "from":
        return { ...named, value: days.from(value) };
      case "to":
        return { ...named, value: days.until(value) };
      default:
        return named;
    }
  };
  return (applied: readonly ActiveFilter<AuditFilter>[]) => applied.map(wordsOf);
}

/** Maps user ids to emails and token ids to names; the id until they are loaded. */
function useTrailNames(enabled: boolean) {
  const t = useTranslations("audit.filters");
  const { data } = useQuery({ ...auditUsersOptions(), enabled });
  return {
    emailOf: (user: string) =>
      user === NO_USER ? t("nobody") : (data?.items.find(({ id }) => id === user)?.email ?? shortId(user)),
    tokenOf: (token: string) => data?.tokens.find(({ id }) => id === token)?.name ?? shortId(token),
  };
}

type ActorProps = { filter: AuditFilter; change: (part: Partial<AuditFilter>) => void };

/** Filters by user in the trail, by entries without a user, by service token, and by address. */
function ActorPanel({ filter, change }: ActorProps) {
  const t = useTranslations("audit.filters");
  const { data, isError } = useQuery(auditUsersOptions());
  const { emailOf, tokenOf } = useTrailNames(true);
  return (
    <>
      <ChoiceList
        legend={t("user")}
        values={[NO_USER, ...(data?.items ?? []).map(({ id }) => id)]}
        chosen={filter.user}
        onChange={(user) => change({ user })}
        nameOf={emailOf}
      >
        {(user) => <span className="wrap-anywhere">{emailOf(user)}</span>}
      </ChoiceList>
      {data && data.tokens.length > 0 && (
        <ChoiceList
          legend={t("token")}
          legendShown
          values={data.tokens.map(({ id }) => id)}
          chosen={filter.token}
          onChange={(token) => change({ token })}
          nameOf={tokenOf}
        >
          {(token) => <span className="wrap-anywhere">{tokenOf(token)}</span>}
        </ChoiceList>
      )}
      {isError && (
        <p role="status" className="px-2 py-1 text-muted-foreground text-xs">
          {t("usersFailed")}
        </p>
      )}
      <AddressField address={filter.address} onAddress={(address) => change({ address })} />
    </>
  );
}

/** Searches as soon as the text is a valid address; an invalid one is reported on blur. */
function AddressField({ address, onAddress }: { address: string | null; onAddress: (to: string | null) => void }) {
  const t = useTranslations("audit.filters");
  const id = useId();
  const [text, setText] = useState(address ?? "");
  const [left, setLeft] = useState(false);
  const typed = text.trim();
  const wrong = left && typed !== "" && !isAddress(typed);
  return (
    <Field className="gap-1 px-2 py-1.5">
      <FieldLabel htmlFor={id} className="text-muted-foreground text-xs">
        {t("address")}
      </FieldLabel>
      <Input
        id={id}
        className="h-8 text-[0.8125rem]"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target: { value } }) => {
          setText(value);
          setLeft(false);
          const next = value.trim();
          if (next === "" || isAddress(next)) onAddress(next || null);
        }}
        onBlur={() => setLeft(true)}
      />
      <div id={`${id}-note`} role="status" className="empty:hidden">
        <FieldError>{wrong && t("addressWrong")}</FieldError>
      </div>
    </Field>
  );
}
