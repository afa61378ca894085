import { defineConfig } from 'vitest/config';

// File names carry no hash: the files are compiled into the program, which answers with their ETags.
export default defineConfig({
  base: './',
  build: {
    target: 'es2021',
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
