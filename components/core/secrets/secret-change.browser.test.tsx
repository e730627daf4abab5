import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { StepUpProvider } from "#components/access/step-up-provider.tsx";
import { passkeysOptions } from "#lib/access/browser/passkeys.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import access from "#messages/en/access/access.json" with { type: "json" };
import keys from "#messages/en/core/keys.json" with { type: "json" };
import accessSpanish from "#messages/es-MX/access/access.json" with { type: "json" };
import keysSpanish from "#messages/es-MX/core/keys.json" with { type: "json" };
import { mount, WORDS } from "#tools/test/mounted.tsx";
import { ChangeDialog } from "./secret-change.tsx";

it.each<[Locale, string, string]>([
  ["en", "Delete the key", "Confirm your identity to delete the key “Billing”"],
  ["es-MX", "Eliminar la clave", "Confirma tu identidad para eliminar la clave “Billing”"],
])("names the change for which the identity is to be confirmed (%s)", async (locale, submit, question) => {
  const client = makeQueryClient();
  client.setQueryData(passkeysOptions().queryKey, {
    ...{ items: [], available: true, required: false, recovery_codes_left: 0 },
  });
  const own = locale === "en" ? { access, keys } : { access: accessSpanish, keys: keysSpanish };
  const act = vi.fn(() => Promise.reject(new ApiError(403, "STEP_UP_REQUIRED", "", null)));
  mount(
    <NextIntlClientProvider locale={locale} messages={{ ...WORDS[locale], ...own }} timeZone="America/Mexico_City">
      <QueryClientProvider client={client}>
        <StepUpProvider>
          <ChangeDialog
            of="keys.delete"
            values={{ name: "Billing" }}
            act={act}
            onClosed={() => undefined}
            failure={{ words: "keys.problem", action: "delete" }}
          />
        </StepUpProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
    locale,
  );
  await userEvent.click(page.getByRole("button", { name: submit }));
  await expect.element(page.getByRole("dialog", { name: question, exact: true })).toBeVisible();
});
