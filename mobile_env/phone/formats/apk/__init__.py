"""APKs: the archive, its manifest and resources in binary XML, and the network security config inside."""
