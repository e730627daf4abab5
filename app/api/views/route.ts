export { getViews as GET, postViews as POST } from "#lib/edge/server/handlers/views.ts";
