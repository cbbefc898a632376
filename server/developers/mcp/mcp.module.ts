import type { Module } from '../../module.ts'
import { mcpRoutes } from './mcp.routes.ts'

/** The way of agents to assistants and their sources: the Model Context Protocol. */
export const createMcpModule = (): Module => ({ plugin: mcpRoutes })
