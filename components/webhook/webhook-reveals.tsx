"use client";

import type { ReactNode } from "react";
import { RevealHost } from "#components/secrets/reveal-host.tsx";
import { webhookKeys } from "#lib/browser/webhooks.ts";
import { ProveSecret } from "./prove-secret.tsx";
import { TestDelivery } from "./test-delivery.tsx";

/** Shows new secrets on every webhook page, with a test delivery and a proof; keys that are still held, too. */
export const WebhookReveals = ({ children }: { children: ReactNode }) => (
  <RevealHost
    of="webhooks"
    kinds={["webhook_secret", "api_key"]}
    changes={[webhookKeys.all]}
    actions={({ id, kind, subject_id, value }) =>
      kind === "webhook_secret" && (
        <>
          {/* A value that only this page holds is not known to the server. */}
          {id !== null && <TestDelivery webhookId={subject_id} />}
          <ProveSecret secret={value} />
        </>
      )
    }
  >
    {children}
  </RevealHost>
);
