import { getServers } from 'node:dns'
import { expect, it } from 'vitest'
import { createResolver } from '../../../server/kernel/fetching/resolver.ts'

it('asks the name servers of the machine where none are given', () => {
  expect(createResolver().getServers()).toEqual(getServers())
  expect(createResolver([]).getServers()).toEqual(getServers())
})

it('asks those that are given, and no others', () => {
  expect(createResolver(['127.0.0.1:5353']).getServers()).toEqual(['127.0.0.1:5353'])
})
