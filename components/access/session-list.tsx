import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { Hint } from "#components/kit/hint.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import type { ListedSession } from "#lib/access/contract/user.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

type Props = { sessions: readonly ListedSession[]; busy: boolean; onEnd: (id: string) => void };

export function SessionList({ sessions, busy, onEnd }: Props) {
  const t = useTranslations("access.sessions");
  return (
    <ul className="divide-y divide-border">
      {sessions.map(({ id, user_agent, address, started_at, active_at, current }) => {
        const name = browserName(user_agent) ?? t("unknownBrowser");
        return (
          <li key={id} className="flex items-start gap-3 px-4 py-3 text-sm">
            <MonitorSmartphone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                <Hint text={user_agent ?? undefined}>
                  <span>{name}</span>
                </Hint>
                {current && (
                  <Badge variant="secondary" className="ml-2">
                    {t("current")}
                  </Badge>
                )}
              </p>
              <p className="wrap-anywhere text-muted-foreground text-xs">
                {address !== null && (
                  <span>
                    <span translate="no" className="font-mono">
                      {address}
                    </span>
                    {" · "}
                  </span>
                )}
                <span>{t.rich("started", { at: () => <ExactInstant at={started_at} /> })}</span>
                {!current && (
                  <span>
                    {" · "}
                    {t.rich("active", { at: () => <RelativeInstant at={active_at} /> })}
                  </span>
                )}
              </p>
            </div>
            {!current && (
              <Button
                variant="outline"
                size="xs"
                aria-disabled={busy}
                aria-label={t("endNamed", { name })}
                onClick={() => onEnd(id)}
              >
                {t("end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdgA?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
];

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** `Chrome 153, Windows` from a User-Agent; null if it is unknown. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(userAgent);
    return found ? [`${name} ${found[1]}`] : [];
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [browser, system].filter(Boolean).join(", ") || null;
}
