export * from './accounts.ts'
export * from './integrations.ts'
export * from './knowledge.ts'
export * from './organizations.ts'
