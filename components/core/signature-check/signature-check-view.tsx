"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { TextareaField, TextField } from "#components/kit/text-field.tsx";
import type { Refusal } from "#lib/core/contract/deliveries/delivery.ts";
import { SIGNATURE_CHECK } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { diagnoseSignature } from "#lib/core/contract/deliveries/signature-check.ts";
import { wrongCharacterIn } from "#lib/platform/contract/secret-characters.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldLabel, FieldTitle } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { ComparedWithRefused, compareWithRefused, headerOf, RefusedDelivery } from "./refused-delivery.tsx";
import { OtherSecret, Verdict } from "./verdict.tsx";

type Body = { text: string; file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null };

const EMPTY_INPUT = { header: "", body: { text: "", file: null } as Body, secret: "" };

/**
 * Finds out why a signature does not match, also of a refused delivery. Pasted data stays in this component: it is not
 * in an address, a storage or a request.
 */
export function SignatureCheckView({ refusal }: { refusal: Refusal | null }) {
  const t = useTranslations("deliveries.bench");
  const [given, setGiven] = useState({ ...EMPTY_INPUT, header: headerOf(refusal) });
  const [shown, setShown] = useState(false);
  const { ignored } = useFilter(SIGNATURE_CHECK);
  const check = useMutation({
    mutationFn: async () => {
      const { header, body, secret } = given;
      const bytes = body.file?.bytes ?? new TextEncoder().encode(body.text);
      const input = { header, body: bytes, secret, nowMs: Date.now() };
      const [result, compared] = await Promise.all([
        diagnoseSignature(input),
        refusal && compareWithRefused(refusal, input),
      ]);
      return { input, result, compared };
    },
    // The result is removed from memory when the page is left.
    gcTime: 0,
  });
  const { data: checked } = check;
  // Spaces are allowed, since the pasted text may be the whole line of the secret.
  const wrong = wrongCharacterIn(given.secret.trim().replaceAll(" ", "_"));
  const change = (part: Partial<typeof EMPTY_INPUT>) => {
    // An earlier result must not be shown beside a changed input.
    check.reset();
    setGiven((before) => ({ ...before, ...part }));
  };
  return (
    <div className="grid max-w-6xl gap-x-8 gap-y-6 lg:grid-cols-2 lg:items-start">
      <div className="empty:hidden lg:col-span-2">
        <IgnoredNote ignored={ignored} />
      </div>
      {refusal && <RefusedDelivery refusal={refusal} />}
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
        autoComplete="off"
        className="min-w-0 space-y-4"
      >
        <PageHeader title={t("title")} lede={t("lede")} />
        <TextField
          label={t("header")}
          hint={t("headerHint")}
          value={given.header}
          onChange={(event) => change({ header: event.target.value })}
          spellCheck={false}
          className="font-mono text-xs"
        />
        <BodyField body={given.body} onChange={(body) => change({ body })} />
        <div className="space-y-1.5">
          <TextField
            label={t("secret")}
            hint={t("secretHint")}
            error={wrong ? t("wrongCharacter", wrong) : undefined}
            type={shown ? "text" : "password"}
            autoComplete="off"
            value={given.secret}
            onChange={(event) => change({ secret: event.target.value })}
            spellCheck={false}
            className="font-mono text-xs"
          />
          <FieldLabel className="font-normal text-[0.8125rem]">
            <Checkbox checked={shown} onCheckedChange={setShown} />
            {t("showSecret")}
          </FieldLabel>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" aria-disabled={check.isPending}>
            {check.isPending ? t("checking") : t("check")}
          </Button>
          <Button variant="ghost" onClick={() => change(EMPTY_INPUT)}>
            {t("clear")}
          </Button>
        </div>
      </Form>
      <div role="status" className="min-w-0 space-y-4 lg:pt-1">
        {/* The check only fails without Web Crypto, which insecure pages lack. */}
        {check.isError && <p className="text-failed text-sm">{t("insecure")}</p>}
        {checked && <Verdict result={checked.result} />}
        {refusal && checked?.compared && <ComparedWithRefused refusal={refusal} compared={checked.compared} />}
        {checked?.result.verdict === "unexplained" && <OtherSecret key={check.submittedAt} given={checked.input} />}
      </div>
    </div>
  );
}

/** The body as text or as a file; a file keeps its line ends. */
function BodyField({ body, onChange }: { body: Body; onChange: (body: Body) => void }) {
  const t = useTranslations("deliveries.bench");
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    onChange({ text: "", file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } });
  };
  if (body.file) {
    return (
      <Field>
        <FieldTitle>{t("body")}</FieldTitle>
        <Card className="flex-row flex-wrap items-center gap-2 px-3 py-2 text-sm">
          <span className="wrap-anywhere min-w-0 flex-1 tabular-nums">
            {t("fileChosen", { name: body.file.name, bytes: body.file.bytes.length })}
          </span>
          <Button variant="outline" size="sm" onClick={() => onChange({ text: "", file: null })}>
            {t("fileRemove")}
          </Button>
        </Card>
      </Field>
    );
  }
  return (
    <Field>
      <TextareaField
        label={t("body")}
        hint={t("bodyHint")}
        rows={8}
        spellCheck={false}
        value={body.text}
        onChange={(event) => onChange({ text: event.target.value, file: null })}
        className="[field-sizing:fixed] font-mono text-xs"
      />
      <Button
        asChild
        variant="outline"
        size="sm"
        className="relative w-fit cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
      >
        <Label>
          {t("file")}
          <Input type="file" onChange={choose} className="absolute inset-0 size-full cursor-pointer opacity-0" />
        </Label>
      </Button>
    </Field>
  );
}
