import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Section } from "#components/kit/section.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import { Card } from "@/components/ui/card";

/** The permission to change each part of the settings. */
const CHANGED_BY = {
  alerts: "settings.manage",
  "custody-settings": "privacy.manage",
  originals: "settings.manage",
  "file-titles": "settings.manage",
  passwords: "users.manage",
  "need-to-know": "settings.manage",
  "review-policy": "reviews.policy",
} as const satisfies Record<string, Permission>;

type Props<Data> = {
  /** The name of the part, which is also the namespace of its messages. */
  of: keyof typeof CHANGED_BY;
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching" | "refetch">;
  /** The height of the content, as a CSS class. */
  height: string;
  children: (data: Data) => ReactNode;
};

/** For readers without the permission, the browser disables the controls, and buttons are hidden. */
function Content<Data>({ of, query, height, children }: Props<Data>) {
  const t = useTranslations(of);
  const mayChange = useCurrentUser().may(CHANGED_BY[of]);
  return (
    <Loaded query={query} label={t("loading")} height={height} failed={useErrorWords(`${of}.problem`)}>
      {(data) =>
        mayChange ? (
          children(data)
        ) : (
          <fieldset disabled className="min-w-0 space-y-4 [&_[data-slot=button]]:hidden">
            {children(data)}
          </fieldset>
        )
      }
    </Loaded>
  );
}

/** A page of the settings that fetches its content. */
export function LoadedPage<Data>(props: Props<Data>) {
  const t = useTranslations(props.of);
  return (
    <SettingsPage width="form" title={t("title")} lede={t("lede")}>
      <section aria-label={t("title")}>
        <Card className="text-sm">
          <Content {...props} />
        </Card>
      </section>
    </SettingsPage>
  );
}

/** A section of the settings that fetches its content, with its name as its id. */
export function LoadedSection<Data>(props: Props<Data>) {
  const t = useTranslations(props.of);
  return (
    <div id={props.of} className="scroll-mt-16">
      <Section id={props.of} title={t("title")}>
        <div className="space-y-4 text-sm">
          <p className="max-w-prose text-muted-foreground">{t("lede")}</p>
          <Content {...props} />
        </div>
      </Section>
    </div>
  );
}
