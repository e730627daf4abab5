import { Signature } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { useRecordTime } from "#components/kit/record-time.tsx";
import { useCodeWords } from "#components/kit/words.tsx";
import type { MonthlyReport, SignOff } from "#lib/insights/contract/report.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { ReportSection } from "./report-section.tsx";
import { useMonthName } from "./report-words.ts";

type Props = { report: MonthlyReport };

/** The recorded sign-offs with their digests, and lines for a signature on paper. */
export function SignOffSection({ report }: Props) {
  const t = useTranslations("report");
  const monthName = useMonthName();
  const { digest, sign_offs, month, origin } = report;
  return (
    <ReportSection title={t("section.signOff")}>
      {/* On paper one sheet has the signatures and what they sign. */}
      <div className="break-inside-avoid space-y-2">
        <p className="wrap-anywhere font-medium">
          {t("signOff.of", { report: t("heading", { month: monthName(month) }), origin })}
        </p>
        <p className="wrap-anywhere">
          <span className="text-muted-foreground text-xs">{t("digest")}</span>{" "}
          <span translate="no" className="font-mono text-xs">
            {digest}
          </span>
        </p>
        {sign_offs.length === 0 ? (
          <p className="text-muted-foreground print:hidden">{t("signOff.none")}</p>
        ) : (
          <ul className="space-y-1">
            {sign_offs.map((signed) => (
              <Recorded key={`${signed.user_id} ${signed.digest}`} signed={signed} digest={digest} />
            ))}
          </ul>
        )}
        <SignOffButton report={report} />
        <PrintedLines />
      </div>
    </ReportSection>
  );
}

function Recorded({ signed, digest }: { signed: SignOff; digest: string }) {
  const t = useTranslations("report.signOff");
  const role = useCodeWords("shell.role");
  const at = useRecordTime()(signed.at);
  const isSame = signed.digest === digest;
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{t("by", { name: signed.name, role: role(signed.role), at })}</span>{" "}
      <span className={isSame ? "text-muted-foreground" : "text-waiting"}>
        {isSame ? t("same") : t("changed", { digest: signed.digest })}
      </span>
    </li>
  );
}

function SignOffButton({ report: { month, digest, is_over, sign_offs } }: Props) {
  const t = useTranslations("report.signOff");
  const monthName = useMonthName();
  const router = useRouter();
  const user = useCurrentUser();
  const [asking, setAsking] = useState(false);
  if (!user.may("insights.sign")) return null;
  const isDone = sign_offs.some((signed) => signed.user_id === user.id && signed.digest === digest);
  return (
    <div className="space-y-2 print:hidden">
      <p className="text-muted-foreground">{is_over ? t(isDone ? "done" : "about") : t("notYet")}</p>
      {is_over && !isDone && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          <Signature aria-hidden />
          {t("button")}
        </Button>
      )}
      {asking && (
        <ChangeDialog
          of="report.sign"
          values={{ month: monthName(month) }}
          act={() => api("POST /api/insights/report/{month}/sign-off", { params: { month }, body: { digest } })}
          onDone={() => router.refresh()}
          onClosed={() => setAsking(false)}
          failure={{ words: "report.problem" }}
        />
      )}
    </div>
  );
}

const LINES = ["prepared", "reviewed", "authorised"] as const;

/** Signature lines for paper: name, role, date and signature. The user who prints the report is named. */
function PrintedLines() {
  const t = useTranslations("report.signOff");
  const role = useCodeWords("shell.role");
  const user = useCurrentUser();
  return (
    <div className="hidden break-inside-avoid space-y-5 pt-3 print:block">
      {LINES.map((line) => (
        <div key={line} className="grid grid-cols-[2fr_1.5fr_1fr_2fr] items-end gap-4">
          <p>
            <span className="text-muted-foreground">{t(line)}</span>
            {line === "prepared" && <span className="block font-medium">{user.name}</span>}
            <Line of={t("name")} />
          </p>
          <p>
            {line === "prepared" && <span>{role(user.role)}</span>}
            <Line of={t("role")} />
          </p>
          <Line of={t("date")} />
          <Line of={t("signature")} />
        </div>
      ))}
    </div>
  );
}

const Line = ({ of }: { of: string }) => (
  <span className="mt-1 block border-foreground border-t pt-0.5 text-muted-foreground">{of}</span>
);
