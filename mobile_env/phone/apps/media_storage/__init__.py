"""The provider of the media index (package `com.android.providers.media.module`)."""
