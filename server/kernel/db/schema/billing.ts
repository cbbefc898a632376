import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  BillingDetails,
  Card,
  Interval,
  PaymentState,
} from '../../../../src/services/contract/billing.ts'
import type { Seller } from '../../config/payments.ts'
import { users } from './accounts.ts'
import { at, keyOf, partOf } from './columns.ts'
import { bytea } from './knowledge.ts'
import { organizations } from './organizations.ts'

/** Cents. */
export type Amounts = { net: number; vat: number; gross: number }

/** Content of an invoice as issued. Without a seller it is a receipt. */
export type InvoiceContent = {
  seller: Seller | null
  buyer: BillingDetails
  /** No money was moved. */
  test: boolean
  order: string
  lines: { text: string; amount: number }[]
  /** Plan of the period that the amount was credited to; missing if it bought what was ordered. */
  creditedTo?: string
  /** The purchased period, in ISO 8601. */
  period: { from: string; to: string }
  currency: string
  amounts: Amounts
  vatRate: number
  /** Why there is no VAT. */
  taxNote: string | null
}

/** Recipient of an organization's invoices, S3.5. */
export const billingDetails = pgTable('organization_billing_details', {
  organizationId: keyOf(() => organizations.id),
  details: jsonb().$type<BillingDetails>().notNull(),
  updatedAt: at().notNull().defaultNow(),
})

/** Change planned for the end of the current period, while nothing is paid for it. */
export const plannedChanges = pgTable('organization_planned_changes', {
  organizationId: keyOf(() => organizations.id),
  planId: text().notNull(),
  interval: text().$type<Interval>().notNull(),
  seats: integer().notNull().default(0),
})

/** An order and its outcome; amounts in cents. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().notNull().generatedAlwaysAsIdentity(),
    /** Unguessable, because anyone who has it can read the outcome. */
    reference: text().notNull().unique(),
    /** Null for orders from before plans belonged to organizations, by someone who manages none. */
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who ordered; null for charges to the card on file, and after the account is deleted. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    planId: text().notNull(),
    interval: text().$type<Interval>().notNull(),
    /** Additional seats, beyond the members that the plan includes. */
    seats: integer().notNull().default(0),
    /** Whether it begins at once, begins at the end of the current period, or adds seats to existing periods. */
    kind: text().$type<'change' | 'renewal' | 'seats'>().notNull(),
    amount: integer().notNull(),
    credit: integer().notNull().default(0),
    currency: text().notNull(),
    status: text().$type<PaymentState>().notNull().default('pending'),
    provider: text().$type<'stripe' | 'embedded'>().notNull(),
    /** The provider's id for it. */
    providerId: text(),
    billedTo: jsonb().$type<BillingDetails>().notNull(),
    /** Whether it is to renew. */
    renews: boolean().notNull().default(false),
    /** A renewal charged to the card on file without confirmation. */
    automatic: boolean().notNull().default(false),
    createdAt: at().notNull().defaultNow(),
    paidAt: at(),
  },
  (table) => [
    index('payments_organization').on(table.organizationId, table.createdAt),
    index('payments_user').on(table.userId, table.createdAt),
  ],
)

/** The last number of an invoice series; its row is locked until an invoice with the next number is stored. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text().primaryKey(),
  last: integer().notNull(),
})

/** Never changed except for the file, which is drawn once. Invoices outlive deleted accounts. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
    series: text().notNull(),
    number: integer().notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    pdf: bytea(),
    issuedAt: at().notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.series, table.number),
    uniqueIndex('invoices_payment').on(table.paymentId),
  ],
)

/**
 * Paid periods: an organization's plan is that of the current one. `value` is its price in cents; none if an
 * owner of several organizations paid for all of them, and this is not the first.
 */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** Used only by the previous version, which looks periods up by it. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    planId: text().notNull(),
    interval: text().$type<Interval>().notNull(),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    value: integer().notNull(),
    seats: integer().notNull().default(0),
    createdAt: at().notNull().defaultNow(),
    paymentId: uuid().references(() => payments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('plan_periods_organization').on(table.organizationId, table.endsAt),
    index('plan_periods_user').on(table.userId, table.endsAt),
  ],
)

/** A card on file, and its next charge. */
export const renewals = pgTable(
  'organization_renewals',
  {
    organizationId: keyOf(() => organizations.id),
    provider: text().$type<'stripe' | 'embedded'>().notNull(),
    /** The provider's id for the cardholder. */
    customer: text().notNull(),
    card: jsonb().$type<Card>(),
    /** Next charge: the end of the paid period, or another attempt. */
    nextAt: at().notNull(),
    /** Failed attempts of the current renewal. */
    attempts: integer().notNull().default(0),
    failedAt: at(),
    canceledAt: at(),
  },
  (table) => [
    index('organization_renewals_next').on(table.nextAt),
    index('organization_renewals_customer').on(table.customer),
  ],
)

/** Ids of a provider's messages, and of reminders, that were processed: they are not processed again. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  receivedAt: at().notNull().defaultNow(),
})

/** Pages and customers that deleted organizations leave at the payment provider, until they are ended there. */
export const paymentEnds = pgTable('payment_ends', {
  /** The provider's id for it. */
  id: text().primaryKey(),
  kind: text().$type<'page' | 'customer'>().notNull(),
})

/** Questions asked in a month (`2026-01`): deleting a conversation does not restore them. */
export const messageCounts = pgTable(
  'message_counts',
  {
    organizationId: partOf(() => organizations.id),
    month: text().notNull(),
    count: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
)

const ofPerson = {
  userId: keyOf(() => users.id),
}

/** This table and the next two belong to the previous version, in which people were billed. They are not read. */
export const formerBillingDetails = pgTable('billing_details', {
  ...ofPerson,
  details: jsonb().$type<BillingDetails>().notNull(),
  updatedAt: at().notNull().defaultNow(),
})
export const formerPlannedChanges = pgTable('planned_changes', {
  ...ofPerson,
  planId: text().notNull(),
  interval: text().$type<Interval>().notNull(),
})
export const formerRenewals = pgTable(
  'renewals',
  {
    ...ofPerson,
    provider: text().notNull(),
    customer: text().notNull(),
    card: jsonb().$type<Card>(),
    nextAt: at().notNull(),
    attempts: integer().notNull().default(0),
    failedAt: at(),
    canceledAt: at(),
  },
  (table) => [index('renewals_next').on(table.nextAt), index('renewals_customer').on(table.customer)],
)
