CREATE TABLE "organization_billing_details" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"details" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_planned_changes" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"interval" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_renewals" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer" text NOT NULL,
	"card" jsonb,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"canceled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_periods" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_periods" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "trial_ends_at" timestamp with time zone DEFAULT now() + interval '14 days';--> statement-breakpoint
ALTER TABLE "organization_billing_details" ADD CONSTRAINT "organization_billing_details_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_planned_changes" ADD CONSTRAINT "organization_planned_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_renewals" ADD CONSTRAINT "organization_renewals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_renewals_next" ON "organization_renewals" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "organization_renewals_customer" ON "organization_renewals" USING btree ("customer");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_organization" ON "payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "plan_periods_organization" ON "plan_periods" USING btree ("organization_id","ends_at");--> statement-breakpoint
UPDATE "organizations" SET "trial_ends_at" = (
  SELECT max("users"."created_at") + interval '14 days' FROM "memberships"
  INNER JOIN "users" ON "users"."id" = "memberships"."user_id"
  WHERE "memberships"."organization_id" = "organizations"."id" AND "memberships"."role" = 'owner'
);--> statement-breakpoint
UPDATE "users" SET "tried_at" = "created_at"
  WHERE EXISTS (SELECT FROM "memberships" WHERE "user_id" = "users"."id" AND "role" = 'owner');--> statement-breakpoint
CREATE FUNCTION "pays_for"("person" uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT "organizations"."id" FROM "organizations"
  INNER JOIN "memberships" ON "memberships"."organization_id" = "organizations"."id"
  WHERE "memberships"."user_id" = "person" AND "memberships"."role" IN ('owner', 'admin')
  ORDER BY "memberships"."role" = 'owner' DESC, "organizations"."created_at", "organizations"."id" LIMIT 1
$$;--> statement-breakpoint
UPDATE "payments" SET "organization_id" = "pays_for"("user_id");--> statement-breakpoint
UPDATE "plan_periods" SET "organization_id" = "pays_for"("user_id");--> statement-breakpoint
INSERT INTO "plan_periods" ("organization_id", "plan_id", "interval", "starts_at", "ends_at", "value")
  SELECT "memberships"."organization_id", "plan_id", "interval", "starts_at", "ends_at", 0 FROM "plan_periods"
  INNER JOIN "memberships" ON "memberships"."user_id" = "plan_periods"."user_id"
  WHERE "memberships"."role" = 'owner' AND "plan_periods"."ends_at" > now()
    AND "memberships"."organization_id" <> "plan_periods"."organization_id";--> statement-breakpoint
INSERT INTO "organization_billing_details" ("organization_id", "details", "updated_at")
  SELECT "organization_id", "details", "updated_at" FROM "billing_details"
  INNER JOIN "memberships" ON "memberships"."user_id" = "billing_details"."user_id"
  WHERE "role" = 'owner' OR "organization_id" = "pays_for"("billing_details"."user_id")
  ORDER BY "role" = 'owner' DESC, "joined_at" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "organization_planned_changes" ("organization_id", "plan_id", "interval")
  SELECT "pays_for"("user_id"), "plan_id", "interval" FROM "planned_changes"
  WHERE "pays_for"("user_id") IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "organization_renewals"
  ("organization_id", "provider", "customer", "card", "next_at", "attempts", "failed_at", "canceled_at")
  SELECT "pays_for"("user_id"), "provider", "customer", "card", "next_at", "attempts", "failed_at", "canceled_at"
  FROM "renewals" WHERE "pays_for"("user_id") IS NOT NULL
  ORDER BY "canceled_at" IS NOT NULL, "next_at" DESC ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "renewals" SET "canceled_at" = now() WHERE "canceled_at" IS NULL;--> statement-breakpoint
CREATE FUNCTION "pay_for_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" := coalesce(NEW."organization_id", "pays_for"(NEW."user_id"));
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "payments_for_organization" BEFORE INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION "pay_for_organization"();--> statement-breakpoint
CREATE TRIGGER "plan_periods_for_organization" BEFORE INSERT ON "plan_periods" FOR EACH ROW EXECUTE FUNCTION "pay_for_organization"();--> statement-breakpoint
CREATE FUNCTION "keep_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "payments" SET "user_id" = NULL WHERE "user_id" = OLD."id" AND "organization_id" IS NOT NULL;
  UPDATE "plan_periods" SET "user_id" = NULL WHERE "user_id" = OLD."id" AND "organization_id" IS NOT NULL;
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_deleted" BEFORE DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "keep_orders"();
