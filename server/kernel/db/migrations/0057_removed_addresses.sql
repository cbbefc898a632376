CREATE TABLE "removed_addresses" (
	"organization_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	CONSTRAINT "removed_addresses_organization_id_address_hash_pk" PRIMARY KEY("organization_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "removed_addresses" ADD CONSTRAINT "removed_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;