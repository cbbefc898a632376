ALTER TABLE "payments" ADD COLUMN "seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD COLUMN "seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_planned_changes" ADD COLUMN "seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION "refuse_period_of_seats"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "payments" WHERE "id" = NEW."payment_id" AND "kind" = 'seats') THEN
    RAISE EXCEPTION 'seats are no period: the version before cannot settle this payment';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "plan_periods_of_seats" BEFORE INSERT ON "plan_periods" FOR EACH ROW EXECUTE FUNCTION "refuse_period_of_seats"();
