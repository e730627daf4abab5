import { useTranslations } from "next-intl";
import encodeQR from "qr";
import { useMemo } from "react";
import { CodeField } from "#components/access/credentials.tsx";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { Form } from "#components/kit/form.tsx";
import { Failure } from "#components/kit/message.tsx";
import { useDropWhenSignedOut } from "#components/kit/signed-out.ts";
import { codeOf, useErrorWords } from "#components/kit/words.tsx";
import type { Enrolment } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

type Props = {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancelled: () => void;
};

/** Shows the secret for the authenticator as QR code and text, and confirms it by a first code. */
export function EnrolForm({ enrolment: { secret, uri }, onConfirmed, onCancelled }: Props) {
  const t = useTranslations("account.enrol");
  const problem = useErrorWords("account.problem");
  useDropWhenSignedOut(onCancelled);
  const { run, isPending, error, stepUp } = useSecretChange(
    (code: string) => api("POST /api/account/second-factor/confirmation", { body: { code } }),
    { to: () => t("confirmTo"), onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes) },
  );
  const send = (typed: FormData) => {
    if (!isPending) run(String(typed.get("code")));
  };
  const wrong = codeOf(error) === "SECOND_FACTOR_WRONG";
  return (
    <div>
      <Form onSend={send} className="flex flex-col gap-6 sm:flex-row">
        <QrCode text={uri} label={t("qr")} />
        <div className="min-w-0 max-w-md space-y-4">
          <ol className="list-decimal space-y-1.5 pl-5 text-sm">
            <li>{t("scan")}</li>
            <li>{t("type")}</li>
          </ol>
          <div className="space-y-1">
            <p className="text-muted-foreground text-xs">{t("secret")}</p>
            <code translate="no" className="wrap-anywhere block select-all font-mono text-sm">
              {(secret.match(/.{1,4}/g) ?? []).join(" ")}
            </code>
          </div>
          <CodeField label={t("code")} hint={t("codeHint")} error={wrong ? problem(error) : undefined} autoFocus />
          <Failure says={error && !wrong ? problem(error) : null} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" aria-disabled={isPending}>
              {isPending ? t("working") : t("confirm")}
            </Button>
            <Cancel disabled={isPending} onClick={onCancelled} />
          </div>
        </div>
      </Form>
      {stepUp}
    </div>
  );
}

/** White margin around the QR code in modules, required by readers (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** A QR code, dark on white in both themes, as readers expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border border-border bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

/** A path for all dark modules: a row's adjacent modules are one rectangle. */
function pathOf(text: string): { path: string; size: number } {
  const rows: boolean[][] = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE_MODULES });
  const path = rows.flatMap((row, y) => {
    const bits = row.map((dark) => (dark ? "1" : "0")).join("");
    return [...bits.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { path: path.join(""), size: rows.length };
}
