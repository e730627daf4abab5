export { getViews as GET, postViews as POST } from "#lib/server/handlers/views.ts";
