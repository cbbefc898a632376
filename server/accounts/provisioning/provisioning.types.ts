import type { ProvisioningRepository } from './provisioning.repository.ts'

export type PersonRow = Awaited<ReturnType<ProvisioningRepository['people']>>[number]
export type GroupRow = Awaited<ReturnType<ProvisioningRepository['groups']>>[number]
