"use client";

import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import { AccountChoices } from "./account-choices.tsx";
import { CreatedRange } from "./created-range.tsx";
import { ItemErrors } from "./item-errors.tsx";
import { OrderField } from "./order-field.tsx";
import { QuietDays } from "./quiet-days.tsx";
import { TagField } from "./tag-field.tsx";
import { useFilterOptions } from "./use-filter-options.ts";
import { LabelChoices } from "./value-choices.tsx";

type Props = { filter: VerificationFilter; onChange: (change: Partial<VerificationFilter>) => void };

/** What has no button of its own; on narrow screens that is more. */
export function MoreFilters({ filter, onChange }: Props) {
  const options = useFilterOptions();
  return (
    <div className="space-y-2 divide-y divide-border [&>*]:pb-2 [&>*:last-child]:pb-0">
      <div className="@[60rem]:hidden">
        <OrderField sort={filter.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      <QuietDays days={filter.quiet_days} onChange={(quiet_days) => onChange({ quiet_days })} />
      <div className="@[66rem]:hidden">
        <CreatedRange range={filter} onChange={onChange} legendShown />
      </div>
      <div className="@[66rem]:hidden">
        <LabelChoices legendShown chosen={filter.label} onChange={(label) => onChange({ label })} />
      </div>
      <AccountChoices chosen={filter.account} onChange={(account) => onChange({ account })} />
      <TagField tag={filter.tag} onChange={(tag) => onChange({ tag })} />
      <ItemErrors errors={filter} options={options} onChange={onChange} />
    </div>
  );
}
