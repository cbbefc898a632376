CREATE FUNCTION refuse_changed_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.series, NEW.number, NEW.content, NEW.issued_at) IS DISTINCT FROM (OLD.series, OLD.number, OLD.content, OLD.issued_at)
    OR (OLD.pdf IS NOT NULL AND NEW.pdf IS DISTINCT FROM OLD.pdf) THEN
    RAISE EXCEPTION 'an invoice is never changed once it is issued';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_unchanged BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_changed_invoice();
