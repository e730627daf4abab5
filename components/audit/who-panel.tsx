"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { Input } from "#components/ui/input.tsx";
import { auditUsersOptions } from "#lib/browser/audit.ts";
import { type AuditFilter, isAddress, NOBODY } from "#lib/contract/audit/audit-filter.ts";
import { useUserWords } from "./filter-chips.tsx";

type Props = { filter: AuditFilter; change: (part: Partial<AuditFilter>) => void };

/** Whoever stands in the trail, nobody, and the address somebody came from. */
export function WhoPanel({ filter, change }: Props) {
  const t = useTranslations("audit.filters");
  const { data, isError } = useQuery(auditUsersOptions());
  const nameOf = useUserWords(true);
  return (
    <>
      <ChoiceList
        legend={t("user")}
        values={[NOBODY, ...(data ?? []).map(({ id }) => id)]}
        chosen={filter.user}
        onChange={(user) => change({ user })}
        nameOf={nameOf}
      >
        {(user) => <span className="wrap-anywhere">{nameOf(user)}</span>}
      </ChoiceList>
      {isError && (
        <p role="status" className="px-2 py-1 text-muted-foreground text-xs">
          {t("usersFailed")}
        </p>
      )}
      <AddressField address={filter.address} onAddress={(address) => change({ address })} />
    </>
  );
}

/** Asked for as soon as what is typed is an address; what is none is said when one leaves the field. */
function AddressField({ address, onAddress }: { address: string | null; onAddress: (to: string | null) => void }) {
  const t = useTranslations("audit.filters");
  const id = useId();
  const [text, setText] = useState(address ?? "");
  const [left, setLeft] = useState(false);
  const typed = text.trim();
  const wrong = left && typed !== "" && !isAddress(typed);
  return (
    <div className="space-y-1 px-2 py-1.5">
      <label htmlFor={id} className="block font-medium text-muted-foreground text-xs">
        {t("address")}
      </label>
      <Input
        id={id}
        dense
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
      <p id={`${id}-note`} role="status" className="text-failed text-xs empty:hidden">
        {wrong && t("addressWrong")}
      </p>
    </div>
  );
}
