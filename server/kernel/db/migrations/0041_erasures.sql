CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"requested_by" uuid,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"user_id" uuid,
	"visitor_ids" uuid[] NOT NULL,
	"emails" text[] NOT NULL,
	"email_hashes" text[] NOT NULL,
	"takes_account" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"erased" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
CREATE INDEX "erasures_organization" ON "erasures" USING btree ("organization_id","requested_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- An erasure may take from an entry who it names: when, where and what was done stay.
CREATE OR REPLACE FUNCTION refuse_changed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('lectern.audit_retention', true) = 'on'
    AND OLD.at < now() - interval '30 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('lectern.audit_erasure', true) = 'on'
    AND (NEW.id, NEW.organization_id, NEW.at, NEW.action, NEW.actor_kind)
      = (OLD.id, OLD.organization_id, OLD.at, OLD.action, OLD.actor_kind)
    AND (NEW.actor_id = OLD.actor_id) IS NOT FALSE AND (NEW.target_id = OLD.target_id) IS NOT FALSE
    AND (NEW.api_key_id = OLD.api_key_id) IS NOT FALSE AND (NEW.api_key_name = OLD.api_key_name) IS NOT FALSE
    AND (NEW.actor_email = OLD.actor_email) IS NOT FALSE AND NEW.actor_name IN ('', OLD.actor_name)
    AND (NEW.target_name IN ('', OLD.target_name)) IS NOT FALSE
    AND NEW.address IN ('', OLD.address) AND NEW.user_agent IN ('', OLD.user_agent)
    AND OLD.details @> NEW.details THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
