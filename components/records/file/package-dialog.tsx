import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { LanguageField } from "#components/records/evidence/language-field.tsx";
import { NOTE_KINDS, type NoteKind } from "#lib/desk/contract/notes/note.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { fetchPackage } from "#lib/records/browser/evidence-package.ts";
import {
  MAX_PACKAGE_REASON,
  PACKAGE_FORMATS,
  PACKAGE_PEOPLE,
  type PackageFormat,
  type PackagePeople,
} from "#lib/records/contract/evidence/package.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Label } from "@/components/ui/label";

type Props = {
  verificationId: string;
  /** For a blocked file the user must give a reason. */
  blocked?: boolean;
  onClosed: () => void;
};

export function PackageDialog({ verificationId, blocked = false, onClosed }: Props) {
  const t = useTranslations("privacy.package");
  const [language, setLanguage] = useState(useLocale() as Locale);
  const [format, setFormat] = useState<PackageFormat>("zip");
  const [people, setPeople] = useState<PackagePeople>("shortened");
  const [notes, setNotes] = useState<readonly NoteKind[]>([]);
  const [reason, setReason] = useState("");
  const given = reason.trim();
  const isAsked = blocked || people === "whole";
  return (
    <ChangeDialog
      of="privacy.package"
      blocked={isAsked && given.length < 3}
      act={async () => {
        const file = await fetchPackage(verificationId, { language, format, people, notes, reason: given });
        saveFile(file, `evidence-${verificationId}.${format}`);
      }}
      onClosed={onClosed}
      failure={{ words: "privacy.package.problem" }}
    >
      <LanguageField label={t("language")} value={language} onChange={setLanguage} />
      <SelectField
        label={t("format")}
        hint={t(`formatHint.${format}`)}
        values={PACKAGE_FORMATS}
        nameOf={(value) => t(`formats.${value}`)}
        value={format}
        onChange={setFormat}
      />
      <FieldSet className="gap-1.5">
        <FieldLegend className="mb-1">{t("notes")}</FieldLegend>
        {NOTE_KINDS.map((kind) => (
          <Label key={kind} className="gap-2 font-normal text-sm">
            <Checkbox
              checked={notes.includes(kind)}
              onCheckedChange={(on) => setNotes(NOTE_KINDS.filter((one) => (one === kind ? on : notes.includes(one))))}
            />
            <span>{t(`noteKinds.${kind}`)}</span>
          </Label>
        ))}
      </FieldSet>
      <SelectField
        label={t("people")}
        values={PACKAGE_PEOPLE}
        nameOf={(value) => t(`peopleChoice.${value}`)}
        value={people}
        onChange={setPeople}
      />
      {isAsked && (
        <TextField
          label={t(blocked ? "reasonBlocked" : "reason")}
          hint={t("reasonHint")}
          value={reason}
          required
          maxLength={MAX_PACKAGE_REASON}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ChangeDialog>
  );
}
