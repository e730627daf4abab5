import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { DeliveryView } from "#components/core/delivery/delivery-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { deliveryKeys } from "#lib/core/browser/query-keys.ts";
import { getDelivery } from "#lib/core/server/deliveries/get.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import { recordDeliveryShown } from "#lib/edge/server/pages/shown.ts";
import { fileTitle } from "#lib/edge/server/pages/title.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";

type Props = { params: Promise<{ delivery_id: string }> };

const readParams = async ({ params }: Props) => pathParameters.pick({ delivery_id: true }).safeParse(await params).data;

/** Read once for the title and the page. */
const find = cache((delivery_id: number) => getDelivery({ delivery_id }));

export async function generateMetadata(props: Props): Promise<Metadata> {
  const given = await readParams(props);
  if (!given) return {};
  const t = await getTranslations("deliveries.detail");
  const about = (await find(given.delivery_id))?.verification_id;
  const file = about ? await fileTitle(about, "deliveries.manage") : null;
  return { title: [t("heading", { id: String(given.delivery_id) }), file].filter((part) => part !== null).join(" · ") };
}

export default async function DeliveryPage(props: Props) {
  const { role } = await requirePermission("deliveries.manage");
  const given = await readParams(props);
  const delivery = given && (await find(given.delivery_id));
  if (!delivery) notFound();
  await recordDeliveryShown(delivery);
  const client = makeQueryClient();
  client.setQueryData(deliveryKeys.detail(delivery.delivery_id), delivery);
  return (
    <HydrationBoundary state={dehydrate(await coverPage(role, client))}>
      <DeliveryView id={delivery.delivery_id} />
    </HydrationBoundary>
  );
}
